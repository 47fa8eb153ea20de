// Sends lines of a log as the Collector's filelog receiver does without operators: text, name of the file, time of reading.
// node send-lines.cjs SERVICE < LOG
const { text } = require('node:stream/consumers')

const attribute = (key, stringValue) => ({ key, value: { stringValue } })

async function main() {
  const service = process.argv[2]
  const lines = (await text(process.stdin)).split('\n').filter(line => line !== '')
  const now = Date.now()
  const logRecords = lines.map((line, i) => ({
    observedTimeUnixNano: `${now + i}000000`,
    body: { stringValue: line },
    attributes: [attribute('log.file.name', `${service}.log`)],
  }))
  const resource = { attributes: [attribute('service.name', service)] }
  await fetch(`${process.env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/logs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ scope: {}, logRecords }] }] }),
  })
}
main()
