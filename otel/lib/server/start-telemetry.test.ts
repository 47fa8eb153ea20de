import { expect, test, vi } from 'vitest'
import { runTracedApp } from '../../../test/otel/run-traced-app.ts'

// Processes of their own take their time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** An app that logs, fails, answers a page and relays, then stops; what it says of it. */
const app = `
  import { createServer } from 'node:http'
  const { browserRelay, getTelemetry, reportError, setUser, startTelemetry, traceRequests } = otel
  const { logger } = startTelemetry({ serviceName: 'shop', otlpUrl: url, metricsIntervalMs: 20 })
  const relay = browserRelay({ targetUrl: url, serviceName: 'shop-browser' })
  const listener = traceRequests((req, res) => {
    if (relay(req, res)) return
    setUser({ id: 'ada' })
    logger.warn({ page: req.url }, 'page asked for')
    const reported = reportError(new Error('handled'))
    res.setHeader('content-type', 'text/html').end(JSON.stringify(reported))
  })
  const server = createServer(listener).listen(0, '127.0.0.1', async () => {
    const base = 'http://127.0.0.1:' + server.address().port
    const page = await fetch(base + '/', { headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' } })
    const posted = await fetch(base + '/otlp/v1/logs', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"resourceLogs":[]}',
    })
    console.log(JSON.stringify({
      page: page.status, timing: page.headers.get('server-timing'), body: await page.json(), relay: posted.status,
    }))
    server.close()
    server.closeAllConnections()
    await new Promise(resolve => setTimeout(resolve, 200))
    await getTelemetry().shutdown(2_000)
  })`

async function run(env: Readonly<Record<string, string>>) {
  const { code, lines, posted } = await runTracedApp(app, env)
  const said = lines.find(line => line.startsWith('{"page"'))
  const logged = lines.filter(line => line.includes('page asked for')).map(line => JSON.parse(line))
  return { code, posted, said: JSON.parse(said ?? '{}'), logged }
}

test('with OTEL_SDK_DISABLED=true nothing is made or sent, and the app and its logger work', async () => {
  const { code, posted, said, logged } = await run({ OTEL_SDK_DISABLED: 'true' })
  expect(posted).toEqual(new Set())
  expect(said).toEqual({ page: 200, timing: null, body: { digest: '' }, relay: 200 })
  expect(logged).toMatchObject([{ level: 'warn', page: '/' }])
  expect(logged[0]).not.toHaveProperty('trace_id')
  expect(code).toBe(0)
})

test('without it everything is sent', async () => {
  const { posted, said, logged } = await run({})
  expect(posted).toEqual(new Set(['/v1/traces', '/v1/logs', '/v1/metrics']))
  expect(said).toMatchObject({ page: 200, timing: expect.stringContaining('traceparent;desc='), relay: 200 })
  expect(logged[0]).toHaveProperty('trace_id')
})
