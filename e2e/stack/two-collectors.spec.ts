import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { startOtelcol } from '../../test/collector/start-otelcol.ts'
import { startReadyEngine } from '../../test/engine/ready-store.ts'
import { poll } from '../../test/poll.ts'
import { startDesk } from '../../test/stack/start-desk.ts'

/** Apps whose canaries, and Collectors whose reports came three times. */
const REPORTERS = `SELECT
  (SELECT count() FROM (SELECT SpanName FROM otel.otel_traces WHERE SpanName LIKE 'canary @%'
    GROUP BY SpanName HAVING uniqExact(Timestamp) >= 3)),
  (SELECT count() FROM (SELECT ResourceAttributes['service.instance.id'] AS collector FROM otel.otel_metrics_gauge
    WHERE MetricName = 'otelcol_exporter_queue_size' GROUP BY collector HAVING uniqExact(TimeUnix) >= 3))`

test('of two apps and Collectors of one database, both apps name the Collector that died and the app that sends to it', async () => {
  await using engine = await startReadyEngine()
  const clickhouse = { url: engine.url, ...engine.collector }
  const hosts = ['host-one', 'host-two']
  const [one, two] = await Promise.all(hosts.map(HOSTNAME => startOtelcol({ clickhouse, env: { HOSTNAME } })))
  if (one === undefined || two === undefined) throw new Error('two Collectors')
  await using _one = one
  await using _two = two
  const startApp = (otlpUrl: string) =>
    startDesk({ engine, settings: { ERRATA_CANARY: '1', ERRATA_OTLP_URL: otlpUrl, ERRATA_QUERY_SECONDS: '10' } })
  await using app = await startApp(one.httpUrl)
  await using other = await startApp(two.httpUrl)
  const pipeline = async (url: string) => {
    const answer = await fetch(`${url}/readyz?pipeline`)
    return `${answer.status} ${await answer.text()}`
  }
  for (const { url } of [app, other])
    await poll(
      () => pipeline(url),
      text => text.startsWith('200 ready'),
      60_000,
    )

  // One that first reports after another has stopped would be its replacement.
  await poll(
    async () => (await engine.send({ body: REPORTERS })).text.trim(),
    reporters => reporters === '2\t2',
    120_000,
  )
  await one.kill()
  const nameOfApp = `${hostname()}:${new URL(app.url).port}`
  for (const { url } of [app, other]) {
    const told = await poll(
      () => pipeline(url),
      text => /Collector \w+ on host-one/.test(text) && text.includes(nameOfApp),
      150_000,
    )
    expect(told).toMatch(/^503 not ready: ingest failing\n/)
    expect(told).toContain(`Nothing of the app ${nameOfApp} stored for `)
    expect(told).toMatch(
      /Collector \w+ on host-one has not reported for \d+ min, and none was started instead; others report\./,
    )
    expect(told).not.toContain('host-two')
  }
  expect(await pipeline(app.url)).toContain('the Collector does not accept data: connection failed: ECONNREFUSED.')
  // Pages may be some seconds old.
  await poll(
    async () => await (await fetch(`${other.url}/status`)).text(),
    page => page.includes(`Nothing of the app ${nameOfApp} stored for `),
    60_000,
  )
})
