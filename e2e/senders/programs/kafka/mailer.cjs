// Confirms each order, one of them at its second attempt, then each refund, of which the second can never be confirmed.
const { Kafka, logLevel } = require('kafkajs')

const kafka = new Kafka({ clientId: 'mailer', brokers: [`127.0.0.1:${process.argv[2]}`], logLevel: logLevel.NOTHING })

/** Receives messages until one says that it is the last, or fails for good. */
async function receive(topic, eachMessage, retries) {
  const consumer = kafka.consumer({
    groupId: `mailer-${topic}`,
    retry: { retries, restartOnFailure: async () => false },
  })
  await consumer.connect()
  await consumer.subscribe({ topic, fromBeginning: true })
  await new Promise(resolve => {
    consumer.on(consumer.events.CRASH, resolve)
    consumer.run({ eachMessage: async ({ message }) => eachMessage(String(message.value), resolve) })
  })
  await consumer.disconnect()
}

async function main() {
  const seen = new Set()
  await receive(
    'orders',
    (order, done) => {
      if (order === 'try again' && !seen.has(order)) {
        seen.add(order)
        throw new Error('mail server is busy')
      }
      if (order === 'coffee') done()
    },
    5,
  )
  await receive(
    'refunds',
    refund => {
      if (refund === 'unpaid') throw new RangeError('nothing to refund')
    },
    0,
  )
  setTimeout(() => process.exit(), 1_000) // Until then the SDK has sent what it had.
}
main()
