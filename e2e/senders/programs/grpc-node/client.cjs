// Asks for the price of five skus, then one of a server that nobody runs.
const { join } = require('node:path')
const { promisify } = require('node:util')
const grpc = require('@grpc/grpc-js')
const { loadSync } = require('@grpc/proto-loader')

const { shop } = grpc.loadPackageDefinition(loadSync(join(__dirname, 'prices.proto')))
const connect = address => new shop.Prices(address, grpc.credentials.createInsecure())

async function main() {
  const prices = connect(`127.0.0.1:${process.argv[2]}`)
  await promisify(prices.waitForReady.bind(prices))(Date.now() + 20_000)
  const ask = async (client, sku) => promisify(client.get.bind(client))({ sku }).catch(({ code }) => code)
  for (const sku of ['tea', 'unknown', '', 'broken', 'busy']) await ask(prices, sku)
  await ask(connect('127.0.0.1:9'), 'tea')
  setTimeout(() => process.exit(), 1_000) // Until then the SDK has sent what it had.
}
main()
