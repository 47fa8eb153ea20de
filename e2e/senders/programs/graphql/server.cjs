// A shop's GraphQL over HTTP: every answer is 200, whatever became of the operation.
const http = require('node:http')
const { json } = require('node:stream/consumers')
const { trace } = require('@opentelemetry/api')
const { buildSchema, graphql } = require('graphql')

const schema = buildSchema(`
  type Price { sku: String! cents: Int! }
  type Query { price(sku: String!): Price }
  type Mutation { placeOrder(sku: String!): ID! }
`)
const rootValue = {
  price({ sku }) {
    if (sku === 'broken') throw new Error('the price list is damaged')
    return { sku, cents: 995 }
  },
  placeOrder: ({ sku }) => `order-of-${sku}`,
}

const server = http.createServer(async (request, response) => {
  const user = request.headers['x-user']
  if (user) trace.getActiveSpan()?.setAttribute('user.id', user)
  const { query: source, variables: variableValues, operationName } = await json(request)
  const answer = await graphql({ schema, rootValue, source, variableValues, operationName })
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
})
server.listen(Number(process.argv[2]), '127.0.0.1')
