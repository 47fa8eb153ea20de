#!/bin/sh
# Prints the stacks of the cases beside this folder, one a file, into the folder that is named.
# Needs node, python3 (3.11 or newer), javac and java, go, ruby, php, js102 (SpiderMonkey) and jsc (JavaScriptCore), rustc.
# Copy the programs to /srv/shop first and run it there: that is the path in the cases.
set -u
into=$1
mkdir -p "$into"

for failure in all evaluated construct file wasm; do node cart.mjs $failure >"$into/node-$failure.txt"; done
for failure in cause aggregate; do node cart.mjs $failure inspect >"$into/node-$failure.txt"; done
for failure in chain deep group; do python3 cart.py $failure 2>"$into/python-$failure.txt"; done
for order in top bottom; do ruby /srv/shop/cart.rb $order >"$into/ruby-$order.txt"; done
php /srv/shop/cart.php >"$into/php.txt"
js102 /srv/shop/shell.js >"$into/firefox-shell.txt"
jsc /srv/shop/shell.js >"$into/safari-shell.txt"
javac -d "$into/classes" Cart.java && java -cp "$into/classes" com.shop.Cart 2>"$into/java.txt"
go build -o "$into/shop" main.go && { "$into/shop" 2>"$into/go-panic.txt"; "$into/shop" recover >"$into/go-stack.txt"; }
rustc -g -o "$into/cart" cart.rs && for how in index captured; do RUST_BACKTRACE=1 "$into/cart" $how >"$into/rust-$how.txt" 2>&1; done
RUST_BACKTRACE=full "$into/cart" unwrap 2>"$into/rust-full.txt"
rm -rf "$into/classes" "$into/shop" "$into/cart"
