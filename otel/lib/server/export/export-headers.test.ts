import { expect, test, vi } from 'vitest'
import { runTracedApp } from '../../../../test/otel/run-traced-app.ts'

vi.setConfig({ testTimeout: 60_000 })

/** An app that sends each signal to a receiver that prints the headers of what it gets. */
const appWith = (otlpHeaders: string, waits: boolean) => `
  import { createServer } from 'node:http'
  import { metrics } from '@opentelemetry/api'
  const first = Promise.withResolvers()
  const receiver = createServer((req, res) => {
    console.log('got ' + JSON.stringify([req.url, req.headers.authorization, req.headers['x-tenant']]))
    if (req.url === '/v1/logs') first.resolve()
    req.resume().once('end', () => res.end('{}'))
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => receiver.once('listening', resolve))
  let token = 'first'
  const telemetry = otel.startTelemetry({
    serviceName: 'shop', otlpUrl: 'http://127.0.0.1:' + receiver.address().port, metricsIntervalMs: 600_000,
    otlpHeaders: ${otlpHeaders},
  })
  metrics.getMeter('shop').createCounter('sales').add(1)
  telemetry.logger.warn('one')
  if (${waits}) await first.promise
  token = 'second'
  telemetry.logger.warn('two')
  await telemetry.shutdown(3_000)
  receiver.close()
  receiver.closeAllConnections()`

async function run(otlpHeaders: string, { waits = true } = {}) {
  const { lines, code } = await runTracedApp(appWith(otlpHeaders, waits), {
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=acme',
  })
  const got = lines.filter(line => line.startsWith('got ')).map(line => JSON.parse(line.slice(4)))
  return { got, code, lines: lines.filter(line => !line.startsWith('got ')) }
}

test('headers are asked for before each export, and come with those of the environment', async () => {
  const { got } = await run("async () => ({ authorization: 'Bearer ' + token })")
  expect(got.filter(([path]) => path === '/v1/logs')).toEqual([
    ['/v1/logs', 'Bearer first', 'acme'],
    ['/v1/logs', 'Bearer second', 'acme'],
  ])
  expect(got).toContainEqual(['/v1/metrics', 'Bearer second', 'acme'])
})

test('if the headers cannot be had, nothing is sent, lines say why, and the app goes on to its end', async () => {
  const { got, lines, code } = await run("async () => { throw new Error('no token today') }", { waits: false })
  expect(got).toEqual([])
  const reasons = lines.filter(line => line.includes('no token today')).map(line => JSON.parse(line).msg)
  expect(reasons.toSorted()).toEqual(['log records are lost: export_failed', 'metrics were not sent: no token today'])
  expect(code).toBe(0)
})
