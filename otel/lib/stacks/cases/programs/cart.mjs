import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'

class Cart {
  constructor(items) {
    this.items = items
  }
  price(item) {
    return JSON.parse(item)
  }
  async pay() {
    await null
    return this.items.map(item => this.price(item))
  }
  static get open() {
    return readFileSync('/no/such/file')
  }
}
class Broken {
  constructor() {
    throw new TypeError('no cart\nask the shop')
  }
}
const failures = {
  async all() {
    await Promise.all([new Cart(['{']).pay()])
  },
  evaluated() {
    // biome-ignore lint/security/noGlobalEval: the stack of an evaluated script is what is wanted
    eval('(function evaluated() { null.price })()')
  },
  construct: () => new Broken(),
  file: () => Cart.open,
  wasm() {
    // (module (func (export "pay") unreachable))
    const bytes = [
      0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 7, 1, 3, 112, 97, 121, 0, 0, 10, 5, 1, 3, 0, 0, 11,
    ]
    new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes))).exports.pay()
  },
  cause() {
    try {
      Cart.open
    } catch (cause) {
      throw new Error('it failed', { cause })
    }
  },
  aggregate() {
    throw new AggregateError([new RangeError('too many'), new Error('too few')], 'two failed')
  },
}
try {
  await failures[process.argv[2]]()
} catch (error) {
  console.log(process.argv[3] === 'inspect' ? inspect(error) : error.stack)
}
