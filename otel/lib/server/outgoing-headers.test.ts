import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { runTracedApp } from '../../../test/otel/run-traced-app.ts'

vi.setConfig({ testTimeout: 60_000 })

interface Call {
  readonly by: 'fetch' | 'http'
  readonly form: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
}

const incoming = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, 'sec-fetch-site': 'same-origin' }

const headers = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom('accept', 'X-Own', 'cookie', 'baggage', 'tracestate', 'traceparent', 'Traceparent', 'x-request-id'),
    fc.constantFrom(incoming.traceparent, 'a=1', 'a', ''),
  ),
  { selector: ([name]) => name.toLowerCase() },
)
const method = fc.constantFrom('GET', 'POST', 'DELETE')
const call: fc.Arbitrary<Call> = fc.oneof(
  fc.record({
    ...{ by: fc.constant('fetch' as const), method, headers },
    form: fc.constantFrom('Headers', 'record', 'pairs', 'Request'),
  }),
  fc.record({
    ...{ by: fc.constant('http' as const), method, headers },
    form: fc.constantFrom('record', 'list', 'pairs', 'record beside a URL', 'list beside a URL'),
  }),
)

/** A request's handler makes the calls; prints the headers that arrive. */
const app = (calls: readonly Call[], isTraced: boolean) => `
  if (${isTraced}) {
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = url
    await import(${JSON.stringify(new URL('./register.ts', import.meta.url).pathname)})
  }
  const { createServer, request } = await import('node:http')
  const listen = async listener => {
    const server = createServer(listener).listen(0, '127.0.0.1')
    await new Promise(resolve => server.once('listening', resolve))
    return server
  }
  const arrived = []
  const backend = await listen((req, res) => {
    arrived.push(req.rawHeaders)
    res.end()
  })
  const host = '127.0.0.1:' + backend.address().port
  const ask = options => new Promise((done, fail) => {
    const given = Array.isArray(options) ? options : [options]
    request(...given, res => res.resume().on('end', done)).on('error', fail).end()
  })
  const forms = {
    Headers: pairs => new Headers(pairs), record: Object.fromEntries, pairs: pairs => pairs, list: pairs => pairs.flat(),
  }
  const make = async ({ by, form, method, headers }) => {
    if (by === 'fetch' && form === 'Request') return fetch(new Request('http://' + host, { method, headers }))
    if (by === 'fetch') return fetch('http://' + host, { method, headers: forms[form](headers) })
    const given = forms[form.split(' ')[0]]([['Host', host], ...headers])
    if (form.endsWith('URL')) return ask([new URL('http://' + host), { method, headers: given }])
    const { port } = backend.address()
    return ask({ host: '127.0.0.1', port, method, headers: given })
  }
  const server = await listen(async (req, res) => {
    for (const call of ${JSON.stringify(calls)}) await make(call)
    res.end()
  })
  await ask({ host: '127.0.0.1', port: server.address().port, headers: ${JSON.stringify(incoming)} })
  if (${isTraced}) await otel.getTelemetry().shutdown(5_000)
  console.log('\\n' + JSON.stringify({ arrived, host }))
  process.exit(0)`

test('a call has the headers that it has without the package, and one traceparent, that of its own span', async () => {
  const calls = fc.sample(call, 300)
  const [plain, traced] = await Promise.all([arrivedOf(calls, false), arrivedOf(calls, true)])
  const parents: string[] = []
  for (const [i, call] of calls.entries()) {
    const { others: expected } = partsOf(plain.arrived[i], call)
    const { others, traces } = partsOf(traced.arrived[i], call)
    expect([call, others]).toEqual([call, expected])
    expect([call, traces]).toEqual([call, [expect.stringMatching(`^00-${'a'.repeat(32)}-\\w{16}-01$`)]])
    parents.push(...traces.map(value => value.slice(36, 52)))
  }
  const clients = traced.spans.filter(({ kind }) => kind === 3).map(({ spanId }) => spanId)
  expect(parents.toSorted()).toEqual(clients.toSorted())
})

/** Of a list of headers Node does not know in time whether there is a body, so it announces one of any length. */
function partsOf(headers: readonly (readonly [string, string])[] = [], { form }: Call) {
  const isTrace = ([name]: readonly [string, string]) => /^traceparent$/i.test(name)
  const isFraming = ([name]: readonly [string, string]) =>
    /list|pairs/.test(form) && /^(content-len|transfer-)/i.test(name)
  return {
    traces: headers.filter(isTrace).map(([, value]) => value),
    others: headers.filter(one => !isTrace(one) && !isFraming(one)),
  }
}

async function arrivedOf(calls: readonly Call[], isTraced: boolean) {
  const { lines, spans } = await runTracedApp(app(calls, isTraced))
  const line = lines.find(line => line.startsWith('{"arrived"'))
  if (line === undefined) throw new Error(lines.join('\n'))
  const { arrived, host }: { arrived: string[][]; host: string } = JSON.parse(line)
  const pairs = (raw: readonly string[]) =>
    raw.flatMap((name, i): [string, string][] =>
      i % 2 === 0 ? [[name, (raw[i + 1] ?? '').replace(host, 'host')]] : [],
    )
  return { spans, arrived: arrived.map(raw => pairs(raw).toSorted()) }
}
