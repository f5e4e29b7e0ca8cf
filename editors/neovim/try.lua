-- Drives a session in Neovim without a screen, to see that nvim-dap and the adapter understand each other:
--   nvim --headless --clean --cmd "set rtp+=NVIM-DAP" -c "luafile editors/neovim/try.lua"
-- NVIM-DAP is the folder of the plugin; `sextant` must be on the path, or SEXTANT names it.

vim.g.sextant_path = vim.env.SEXTANT
vim.cmd('luafile editors/neovim/sextant.lua')
local dap = require('dap')

local stops, order = {}, {}
dap.listeners.after.event_stopped['try'] = function(_, body)
  table.insert(stops, body.reason)
end

local function say(...)
  io.stdout:write(table.concat({ ... }, ' ') .. '\n')
end

local function fail(what)
  say('FAILED: ' .. what)
  vim.cmd('cquit')
end

local function wait_for(reason)
  local want = #order + 1
  local function there()
    return #stops >= want
  end
  if not vim.wait(10000, there, 20) then fail('nothing stopped; expected ' .. reason) end
  order[want] = stops[want]
  if stops[want] ~= reason then fail('stopped by ' .. stops[want] .. ' instead of ' .. reason) end
  -- nvim-dap asks for the frames before it shows them.
  vim.wait(500, function() return dap.session() and dap.session().current_frame ~= nil end, 20)
  vim.wait(200)
  local frame = dap.session().current_frame
  say('stopped:', reason, 'at', frame.name, 'line', tostring(frame.line))
  return frame
end

vim.cmd('edit examples/power.pli')
if vim.bo.filetype ~= 'pli' then fail('the file type is ' .. vim.bo.filetype) end
vim.api.nvim_win_set_cursor(0, { 8, 0 })
dap.set_breakpoint('J > 1')
local configuration = vim.deepcopy(dap.configurations.pli[1])
configuration.call = 'POWER("X", "Y")'
dap.run(configuration)
wait_for('entry')
dap.continue()
wait_for('fork')
vim.cmd('SextantTrue')
wait_for('step')
dap.continue()
wait_for('fork')
vim.cmd('SextantTrue')
local frame = wait_for('breakpoint')
if frame.line ~= 8 then fail('the breakpoint is on line ' .. frame.line) end
dap.step_back()
wait_for('step')
dap.continue()
wait_for('breakpoint')
dap.reverse_continue()
wait_for('entry')
local value
dap.session():request('evaluate', { expression = 'X + 1', context = 'watch' }, function(_, response)
  value = response and response.result
end)
vim.wait(2000, function() return value ~= nil end, 20)
say('X + 1 =', tostring(value))
dap.terminate()
vim.wait(2000, function() return dap.session() == nil end, 20)
say(dap.session() == nil and 'the session is over' or 'the session goes on')
vim.cmd('qall!')
