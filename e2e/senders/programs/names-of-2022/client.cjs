// Two orders, one that fails, the stock, a page that does not exist.
const { setTimeout: wait } = require('node:timers/promises')

async function ask(path, user) {
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${process.argv[2]}${path}`, {
        headers: user && { 'x-user': user },
      })
      console.log(path, response.status)
      return
    } catch (error) {
      if (error.cause?.code !== 'ECONNREFUSED') throw error
      await wait(100) // It does not listen yet.
    }
  }
}

async function main() {
  await ask('/orders/1', 'ada')
  await ask('/orders/2')
  await ask('/orders/broken', 'ada')
  await ask('/stock')
  await ask('/nothing')
}
main()
