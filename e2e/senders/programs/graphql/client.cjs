// Two queries, a mutation, a query whose resolver fails, one that the schema does not allow.
const { setTimeout: wait } = require('node:timers/promises')

async function ask(query, variables, user) {
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${process.argv[2]}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(user && { 'x-user': user }) },
        body: JSON.stringify({ query, variables }),
      })
      console.log(response.status, await response.text())
      return
    } catch (error) {
      if (error.cause?.code !== 'ECONNREFUSED') throw error
      await wait(100) // It does not listen yet.
    }
  }
}

async function main() {
  const price = 'query Price($sku: String!) { price(sku: $sku) { cents } }'
  await ask(price, { sku: 'tea' })
  await ask(price, { sku: 'coffee' })
  await ask('mutation PlaceOrder { placeOrder(sku: "tea") }', undefined, 'ada')
  await ask(price, { sku: 'broken' }, 'ada')
  await ask('query Colour { price(sku: "tea") { colour } }')
}
main()
