# Installs the packages of package.json into a folder of the cache, and lets Node find them there.
command -v npm > /dev/null || { echo "npm is not installed"; exit 77; }
packages=$SENDER_CACHE/$(sha256sum package.json | cut -c1-12)
if [ ! -e "$packages/.installed" ]; then
  mkdir -p "$packages"
  cp package.json "$packages"
  npm install --silent --no-audit --no-fund --prefix "$packages" || { echo "npm cannot install package.json"; exit 77; }
  touch "$packages/.installed"
fi
export NODE_PATH=$packages/node_modules
node=$PWD/../../../../node_modules/.bin/node
