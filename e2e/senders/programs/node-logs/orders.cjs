// Takes an order and logs it at four severities, the last with an exception.
const { trace } = require('@opentelemetry/api')

const loggers = {
  pino: () => require('pino')({ level: 'debug' }),
  winston() {
    const { createLogger, format, transports } = require('winston')
    const { combine, errors, json, timestamp } = format
    return createLogger({
      level: 'debug',
      format: combine(errors({ stack: true }), timestamp(), json()),
      transports: [new transports.Console()],
    })
  },
}
const logger = loggers[process.argv[2]]()

class CardDeclined extends Error {
  name = 'CardDeclined'
}

function charge() {
  throw new CardDeclined('no money')
}

/** Each logger's own way to log fields with a text. */
function log(level, text, fields = {}) {
  if (process.argv[2] === 'pino') logger[level](fields, text)
  else logger[level](text, fields)
}

trace.getTracer('orders').startActiveSpan('take order', span => {
  log('debug', 'price list read', { items: 3 })
  log('info', 'order taken', { order: 'order-1', 'user.id': 'ada' })
  log('warn', 'stock is low')
  try {
    charge()
  } catch (error) {
    logger.error(error)
  }
  span.end()
})
setTimeout(() => process.exit(), 1_000) // Until then the SDK has sent what it had.
