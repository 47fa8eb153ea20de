// Writes all orders down at once.
const { Kafka } = require('kafkajs')

async function main() {
  const kafka = new Kafka({ clientId: 'ledger', brokers: [`127.0.0.1:${process.argv[2]}`] })
  const consumer = kafka.consumer({ groupId: 'ledger' })
  await consumer.connect()
  await consumer.subscribe({ topic: 'orders', fromBeginning: true })
  await new Promise(resolve => consumer.run({ eachBatch: async ({ batch }) => resolve(batch.messages) }))
  await consumer.disconnect()
  setTimeout(() => process.exit(), 1_000) // Until then the SDK has sent what it had.
}
main()
