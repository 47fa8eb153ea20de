// Sends three orders and two refunds.
const { Kafka } = require('kafkajs')

async function main() {
  const kafka = new Kafka({ clientId: 'orders', brokers: [`127.0.0.1:${process.argv[2]}`], retry: { retries: 20 } })
  const admin = kafka.admin()
  await admin.connect()
  await admin.createTopics({ topics: [{ topic: 'orders' }, { topic: 'refunds' }], waitForLeaders: true })
  await admin.disconnect()

  const producer = kafka.producer()
  await producer.connect()
  for (const value of ['tea', 'try again', 'coffee']) await producer.send({ topic: 'orders', messages: [{ value }] })
  await producer.sendBatch({ topicMessages: [{ topic: 'refunds', messages: [{ value: 'tea' }, { value: 'unpaid' }] }] })
  await producer.disconnect()
  setTimeout(() => process.exit(), 1_000) // Until then the SDK has sent what it had.
}
main()
