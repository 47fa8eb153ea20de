import { beforeAll, expect, test, vi } from 'vitest'
import { runTracedApp } from '../../../test/otel/run-traced-app.ts'
import { encodeLog } from '../browser/send/encode-signals.ts'
import { severityError, severityInfo, severityWarning } from '../browser/send/signals.ts'
import { instrumentationScope } from '../instrumentation-scope.ts'

vi.setConfig({ hookTimeout: 60_000 })

/** A page and a call that it makes; all that is sent of them, as it is sent. */
const app = `
  import { createServer } from 'node:http'
  const bodies = []
  const receiver = createServer(async (req, res) => {
    bodies.push([req.url, JSON.parse(Buffer.concat(await req.toArray()).toString())])
    res.end('{}')
  })
  await new Promise(resolve => receiver.listen(0, '127.0.0.1', resolve))
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:' + receiver.address().port
  await import(${JSON.stringify(new URL('./register.ts', import.meta.url).pathname)})
  const server = createServer(async (req, res) => {
    otel.setRoute(req.url)
    if (req.url === '/page') await (await fetch(base + '/called')).text()
    otel.reportError(new Error('seen'))
    const { logger } = otel.getTelemetry()
    for (const level of ['info', 'warn', 'error', 'fatal']) logger[level]('a line')
    res.end()
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const base = 'http://127.0.0.1:' + server.address().port
  const { request } = await import('node:http')
  const ask = (path, body, options = {}) =>
    new Promise(done => request(base + path, options, res => res.resume().on('end', done)).end(body))
  await ask('/page')
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  await ask('/otlp/v1/logs', '{"resourceLogs":[]}', { method: 'POST', headers })
  await otel.getTelemetry().shutdown(5_000)
  console.log('\\n' + JSON.stringify({ bodies, receiverPort: receiver.address().port }))
  process.exit(0)`

type Attributes = { key: string; value: Record<string, unknown> }[]
interface Scoped {
  readonly scope: { name: string; version?: string }
  readonly schemaUrl?: string
  readonly logRecords?: { severityNumber: number; severityText: string }[]
  readonly metrics?: { name: string; histogram?: { dataPoints: { attributes: Attributes }[] } }[]
}
interface Body {
  readonly [kind: string]: { resource: { attributes: Attributes }; [scopes: string]: unknown }[]
}

let bodies: [string, Body][]
let receiverPort: number
beforeAll(async () => {
  const { lines } = await runTracedApp(app)
  ;({ bodies, receiverPort } = JSON.parse(lines.find(line => line.startsWith('{"bodies"')) ?? '{"bodies":[]}'))
})

const scopesOf = (path: string, kind: string, name: string) =>
  bodies.filter(([url]) => url === path).flatMap(([, body]) => (body[kind] ?? []).flatMap(of => of[name] as Scoped[]))

test('spans and logs of ours name their scope, its version and the conventions that they follow', () => {
  const ours = [
    ...scopesOf('/v1/traces', 'resourceSpans', 'scopeSpans'),
    ...scopesOf('/v1/logs', 'resourceLogs', 'scopeLogs'),
  ].filter(of => of.scope.name === instrumentationScope.name)

  expect(ours.length).toBeGreaterThan(1)
  expect(new Set(ours.map(({ scope: { version }, schemaUrl }) => `${version} ${schemaUrl}`))).toEqual(
    new Set([`${instrumentationScope.version} ${instrumentationScope.schemaUrl}`]),
  )
})

test('the resource identifies the process and the distribution', () => {
  const [of] = bodies.flatMap(([, body]) => body['resourceSpans'] ?? [])
  const resource = Object.fromEntries(
    of?.resource.attributes.map(({ key, value }) => [key, value['stringValue']]) ?? [],
  )

  expect(resource).toMatchObject({
    'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'telemetry.distro.name': instrumentationScope.name,
    'telemetry.distro.version': instrumentationScope.version,
  })
})

/** The specification's short names, the same on both sides. */
const severityTexts: Readonly<Record<number, string>> = { 9: 'INFO', 13: 'WARN', 17: 'ERROR', 21: 'FATAL' }

test("the severity text of our server's logs is the short name of the severity number, and so is a browser's", () => {
  const logs = scopesOf('/v1/logs', 'resourceLogs', 'scopeLogs').flatMap(({ logRecords = [] }) => logRecords)
  const parent = {
    id: 'b7ad6b7169203331',
    transaction: { id: 'b7ad6b7169203331', traceId: '0af7651916cd43dd8448eb211c80319c' },
  }
  const ofBrowser = ([severityInfo, severityWarning, severityError] as const).map(severity => {
    const log = encodeLog({ eventName: 'x', severity, attributes: {} }, { atMs: 1, parent, flags: 1, attributes: {} })
    return log as (typeof logs)[number]
  })

  expect(new Set(logs.map(({ severityNumber }) => severityNumber))).toEqual(new Set([9, 13, 17, 21]))
  for (const { severityNumber, severityText } of [...logs, ...ofBrowser]) {
    expect(severityText).toBe(severityTexts[severityNumber])
  }
})

test('http.client.request.duration measures the requests of the app, not those that send its telemetry', () => {
  const metrics = scopesOf('/v1/metrics', 'resourceMetrics', 'scopeMetrics').flatMap(({ metrics = [] }) => metrics)
  const points = metrics
    .filter(({ name }) => name === 'http.client.request.duration')
    .flatMap(({ histogram }) => histogram?.dataPoints ?? [])
  const ports = points.map(({ attributes }) => attributes.find(({ key }) => key === 'server.port')?.value['intValue'])

  expect(ports.length).toBeGreaterThan(0)
  expect(ports).not.toContain(receiverPort)
})
