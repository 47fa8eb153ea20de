// A shop whose card is always declined: pino logs each unhandled error, and Express' spans record it.
import express from 'express'
import { pino } from 'pino'

class CardDeclined extends Error {
  name = 'CardDeclined'
}

function charge() {
  throw new CardDeclined('no money')
}

const logger = pino()
const app = express()
app.get('/pay', (_request, response) => {
  charge()
  response.send('ok')
})
app.use((error, _request, response, _next) => {
  logger.error(error)
  response.status(500).send('failed')
})
app.listen(Number(process.argv[2]), '127.0.0.1')
