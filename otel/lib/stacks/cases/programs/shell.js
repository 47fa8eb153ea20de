// For the shells of SpiderMonkey (js102) and of JavaScriptCore (jsc), whose stacks are those of Firefox and Safari.
class Cart {
  price(item) {
    return item.price.amount
  }
  get total() {
    return [{}].map(item => this.price(item))
  }
}
const failures = {
  evaluated() {
    // biome-ignore lint/security/noGlobalEval: the stack of an evaluated script is what is wanted
    eval('(function evaluated() { new Cart().total })()')
  },
  async later() {
    await null
    return new Cart().total
  },
}
try {
  failures.evaluated()
} catch (error) {
  print(error.stack)
}
failures.later().catch(error => print(error.stack))
