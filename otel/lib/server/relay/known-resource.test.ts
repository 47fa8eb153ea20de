import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { runTracedApp } from '../../../../test/otel/run-traced-app.ts'
import { knownResourceOf, withKnownResource } from './known-resource.ts'

vi.setConfig({ testTimeout: 60_000 })

const register = JSON.stringify(new URL('../register.ts', import.meta.url).pathname)
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })

/** What the receiver gets of a browser's two posts. */
async function relayed(before: string) {
  const { lines } = await runTracedApp(
    `
    import { createServer } from 'node:http'
    const got = []
    const receiver = createServer(async (req, res) => {
      const body = Buffer.concat(await req.toArray()).toString()
      if (body.includes('from-browser')) got.push(JSON.parse(body))
      res.end('{}')
    })
    await new Promise(resolve => receiver.listen(0, '127.0.0.1', resolve))
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:' + receiver.address().port
    ${before}
    await import(${register})
    const server = createServer((req, res) => res.end())
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
    const post = attributes => fetch('http://127.0.0.1:' + server.address().port + '/otlp/v1/logs', {
      method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ resourceLogs: [{ resource: { attributes }, scopeLogs: [{ scope: { name: 'from-browser' } }] }] }),
    })
    await post([])
    await post([{ key: 'deployment.environment.name', value: { stringValue: 'own' } }])
    console.log(JSON.stringify({ got }))
    process.exit(0)`,
    { OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging,service.version=r1,service.instance.id=i7' },
  )
  const { got } = JSON.parse(lines.find(line => line.startsWith('{"got"')) ?? '{}')
  return got.map((body: { resourceLogs: { resource: { attributes: { key: string; value: object }[] } }[] }) =>
    Object.fromEntries(
      body.resourceLogs[0]?.resource.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [],
    ),
  )
}

const otherSdk = `
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  new NodeSDK({ traceExporter: undefined, spanProcessors: [], instrumentations: [], logRecordProcessors: [], metricReaders: [] }).start()`

test.each([
  ['by itself', ''],
  ['beside another SDK', otherSdk],
])('what OTEL_RESOURCE_ATTRIBUTES says is said of browsers that do not say it, %s', async (_, before) => {
  const [bare, said] = await relayed(before)

  expect(bare).toMatchObject({ 'deployment.environment.name': 'staging', 'service.version': 'r1' })
  expect(bare).not.toHaveProperty('service.instance.id')
  expect(said).toMatchObject({ 'deployment.environment.name': 'own', 'service.version': 'r1' })
})

test('any JSON is passed on as JSON with the same content', () => {
  const known = knownResourceOf({ 'deployment.environment.name': 'staging', 'service.version': '', 'host.name': 'h' })
  expect(known).toEqual({ 'deployment.environment.name': 'staging' })
  const request = fc.record({ resourceSpans: fc.jsonValue(), resourceLogs: fc.jsonValue() }, { requiredKeys: [] })
  fc.assert(
    fc.property(request, json => {
      const { body } = withKnownResource({ body: new Uint8Array(), json: structuredClone(json) }, known)
      expect(() => JSON.parse(new TextDecoder().decode(body))).not.toThrow()
    }),
  )
  const of = { resource: { attributes: [text('deployment.environment.name', 'own')] } }
  const { body } = withKnownResource({ body: new Uint8Array(), json: { resourceSpans: [of, {}] } }, known)
  expect(JSON.parse(new TextDecoder().decode(body))).toEqual({
    resourceSpans: [of, { resource: { attributes: [text('deployment.environment.name', 'staging')] } }],
  })
})
