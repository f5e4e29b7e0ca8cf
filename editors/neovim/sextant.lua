-- SEXTANT in Neovim, through the plugin nvim-dap. Put this into the configuration, or `:luafile` it.

local dap = require('dap')

vim.filetype.add({ extension = { pli = 'pli', pl1 = 'pli', flow = 'sextant-flow' } })

dap.adapters.sextant = function(callback, configuration)
  if configuration.port then
    callback({ type = 'server', host = '127.0.0.1', port = configuration.port })
  else
    callback({ type = 'executable', command = vim.g.sextant_path or 'sextant', args = { 'dap' } })
  end
end

dap.configurations.pli = {
  {
    type = 'sextant',
    request = 'launch',
    name = 'Walk the execution tree of a call',
    program = '${file}',
    call = function()
      return vim.fn.input('Call (empty: the first procedure, all symbolic): ')
    end,
    stopOnEntry = true,
  },
  {
    type = 'sextant',
    request = 'launch',
    name = 'Walk a run on data',
    program = '${file}',
    call = function()
      return vim.fn.input('Call: ')
    end,
    data = function()
      return vim.fn.input('Data, as in X = 3, A = (1, 2): ')
    end,
    stopOnEntry = true,
  },
}
dap.configurations['sextant-flow'] = dap.configurations.pli

-- Answers to open questions, and ways back. `dap.step_back()` and `dap.reverse_continue()` are nvim-dap's own.
local function console(line)
  return function()
    local session = dap.session()
    if not session then return end
    session:request('evaluate', { expression = line, context = 'repl' }, function(err, response)
      dap.repl.append(err and (err.message or tostring(err)) or response.result)
    end)
  end
end

vim.api.nvim_create_user_command('SextantTrue', console('step true'), {})
vim.api.nvim_create_user_command('SextantFalse', console('step false'), {})
vim.api.nvim_create_user_command('SextantOther', console('go other'), {})
vim.api.nvim_create_user_command('SextantFork', console('back to fork'), {})
