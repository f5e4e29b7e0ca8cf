# Without arguments it looks for the program where it was; another place can be given as the first argument.
program=${1:-PROGRAM}
failed=0
check() {
  name=$1 call=$2
  shift 2
  found=$(sextant run "$program" "$call" --arithmetic machine) || { echo "FAILED $name: it ends badly"; failed=1; return; }
  for line in "$@"; do
    printf '%s\n' "$found" | grep -qxF -- "$line" || { echo "FAILED $name: not so: $line"; failed=1; return; }
  done
  echo "ok $name"
}
