import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { type RunningAgent, startAgent } from '../../test/collector/start-agent.ts'
import { type RunningOtelcol, startOtelcol } from '../../test/collector/start-otelcol.ts'
import { startReadyEngine } from '../../test/engine/ready-store.ts'
import type { TestEngine } from '../../test/engine/start-engine.ts'
import { freePorts } from '../../test/free-ports.ts'
import { installedNginx } from '../../test/nginx/find-nginx.ts'
import { type RunningNginx, startNginxServers } from '../../test/nginx/start-nginx.ts'
import { attributes, nowNs, sendOtlp } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { type RunningDesk, startDesk } from '../../test/stack/start-desk.ts'

/**
 * Two desks and two Collectors of one database, behind nginx as docs/production.md configures it; services send through an agent Collector. The
 * tests follow one another: what one kills is gone in the next.
 */

const nginx = installedNginx()
const manual = readFileSync(join(import.meta.dirname, '../../docs/production.md'), 'utf8')
/** They have 1.5 KB each, together more than a request may have. */
const SPANS_OF_A_LARGE_BATCH = 4_000
/** A hundred spans a second. */
const SENDING_PAUSE_MS = 50
/** Desks whose canaries, and Collectors whose reports came three times: one that first reports after another stopped would be its replacement. */
const REPORTERS = `SELECT
  (SELECT count() FROM (SELECT SpanName FROM otel.otel_traces WHERE SpanName LIKE 'canary @%'
    GROUP BY SpanName HAVING uniqExact(Timestamp) >= 3)),
  (SELECT count() FROM (SELECT ResourceAttributes['service.instance.id'] AS collector FROM otel.otel_metrics_gauge
    WHERE MetricName = 'otelcol_exporter_queue_size' GROUP BY collector HAVING uniqExact(TimeUnix) >= 3))`

describe.runIf(nginx !== undefined)('two desks and two Collectors behind nginx', () => {
  const own = new AsyncDisposableStack()
  let engine: TestEngine
  let one: RunningOtelcol
  let two: RunningOtelcol
  let desk: RunningDesk
  let other: RunningDesk
  let proxy: RunningNginx
  let agent: RunningAgent
  let collectorsPort: number
  /** Ids of the spans that the agent has acknowledged so far. */
  const acknowledged = new Set<string>()
  let sending: Promise<void>
  let isOver = false
  const query = async (sql: string) => (await engine.send({ body: sql })).text.trim()
  const pipeline = async ({ url }: RunningDesk) => {
    const answer = await fetch(`${url}/readyz?pipeline`)
    return `${answer.status} ${await answer.text()}`
  }
  const statusPage = async ({ url }: RunningDesk) => (await fetch(`${url}/status`)).text()
  const startCollector = (HOSTNAME: string, queueDir?: string) =>
    startOtelcol({
      clickhouse: { url: engine.url, ...engine.collector },
      env: { HOSTNAME },
      ...(queueDir !== undefined && { queueDir }),
    })
  const startOwnAgent = async (batch?: object) => {
    const [grpc = 0, http = 0] = await freePorts(2)
    return startAgent(agentConfig({ grpc, http, to: collectorsPort, batch }), http)
  }

  beforeAll(async () => {
    engine = own.use(await startReadyEngine())
    ;[one, two] = await Promise.all([startCollector('host-one'), startCollector('host-two')])
    own.use(one)
    own.use(two)
    const startFor = ({ httpUrl }: RunningOtelcol) =>
      startDesk({
        engine,
        settings: {
          ...{ ERRATA_CANARY: '1', ERRATA_OTLP_URL: httpUrl, ERRATA_QUERY_SECONDS: '10' },
          ...{ ERRATA_BEHIND_PROXY: '1', ERRATA_ALLOWED_HOSTS: 'errata.example.com' },
        },
      })
    ;[desk, other] = await Promise.all([startFor(one), startFor(two)])
    own.use(desk)
    own.use(other)
    const [port = 0, grpcPort = 0] = await freePorts(2)
    collectorsPort = grpcPort
    proxy = own.use(
      await startNginxServers(
        nginx ?? '',
        port,
        nginxServers({ port, grpcPort, desks: [desk, other], collectors: [one, two] }),
      ),
    )
    agent = own.use(await startOwnAgent())
    for (const each of [desk, other])
      await poll(
        () => pipeline(each),
        text => text.startsWith('200 ready'),
        60_000,
      )
  })
  afterAll(async () => {
    isOver = true
    await sending
    await own.disposeAsync()
  })

  test('an agent makes requests of more than 4 MiB: they are refused, and /status counts them and tells what to set', async () => {
    {
      await using unadvised = await startOwnAgent({})
      expect((await sendOtlp({ ...largeBatch('unadvised'), url: unadvised.url })).status).toBe(200)
      const page = await poll(
        () => statusPage(desk),
        html => html.includes('1 request over gRPC above 4 MiB'),
        60_000,
      )
      expect(page).toContain('sending_queue: { batch: { sizer: bytes, max_size: 4000000 } }')
    }
    expect(await query("SELECT count() FROM otel.otel_traces WHERE SpanName = 'unadvised'")).toBe('0')
  })

  test('as advised it sends them in parts, and all of it is stored', async () => {
    expect((await sendOtlp({ ...largeBatch('advised'), url: agent.url })).status).toBe(200)
    await poll(
      () => query("SELECT count(), uniqExact(SpanId) FROM otel.otel_traces FINAL WHERE SpanName = 'advised'"),
      counts => counts === `${SPANS_OF_A_LARGE_BATCH}\t${SPANS_OF_A_LARGE_BATCH}`,
      60_000,
    )
  })

  test('nginx asks both desks and sends to both Collectors', async () => {
    const asked = new Set<string>()
    for (let request = 0; request < 4; request++) asked.add((await askPage(proxy)).desks)
    expect(asked).toEqual(new Set([addressOf(desk.url), addressOf(other.url)]))

    sending = send(agent, acknowledged, () => isOver)
    const accepted = async ({ metricsUrl }: RunningOtelcol) =>
      /^otelcol_receiver_accepted_spans\{[^}]*receiver="otlp"[^}]*transport="grpc"[^}]*\} (\d+)$/m.exec(
        await (await fetch(metricsUrl)).text(),
      )?.[1]
    for (const each of [one, two])
      await poll(
        () => accepted(each),
        spans => Number(spans ?? 0) > 0,
        60_000,
      )
  })

  test('both desks name the Collector that died, and the desk that sends to it', async () => {
    await poll(
      () => query(REPORTERS),
      reporters => reporters === '2\t2',
      120_000,
    )
    await one.kill()
    const nameOfDesk = `${hostname()}:${new URL(desk.url).port}`
    // Senders go on with the other one.
    const before = acknowledged.size
    await poll(
      () => acknowledged.size,
      size => size >= before + 200,
      60_000,
    )
    for (const each of [desk, other]) {
      const told = await poll(
        () => pipeline(each),
        text => /Collector \w+ on host-one/.test(text) && text.includes(nameOfDesk),
        150_000,
      )
      expect(told).toMatch(/^503 not ready: ingest failing\n/)
      expect(told).toContain(`Nothing of the app ${nameOfDesk} stored for `)
      expect(told).toMatch(
        /Collector \w+ on host-one has not reported for \d+ min, and none was started instead; others report\./,
      )
      expect(told).not.toContain('host-two')
    }
    expect(await pipeline(desk)).toContain('the Collector does not accept data: connection failed: ECONNREFUSED.')
    // Pages may be some seconds old.
    await poll(
      () => statusPage(other),
      page => page.includes(`Nothing of the app ${nameOfDesk} stored for `),
      60_000,
    )
  })

  test('a page that is asked for while a desk is killed comes from the other', async () => {
    const killed = addressOf(desk.url)
    const answers: Awaited<ReturnType<typeof askPage>>[] = []
    for (let request = 0; request < 12; request++) {
      if (request === 4) process.kill(desk.pid, 'SIGKILL')
      answers.push(await askPage(proxy))
    }
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    // The first one that was to come from it went to both.
    expect(answers.slice(4).map(({ desks }) => desks)).toContain(`${killed}, ${addressOf(other.url)}`)
    for (const { title } of answers) expect(title).toBe('Issues · Errata')
  })

  test('what was acknowledged is stored, once, when the Collector that died is there again', async () => {
    isOver = true
    await sending
    own.use(await startCollector('host-one', one.queueDir))
    const stored = await poll(
      () => query("SELECT count(), uniqExact(SpanId) FROM otel.otel_traces FINAL WHERE SpanName = 'acknowledged'"),
      counts => Number(counts.split('\t')[1]) >= acknowledged.size,
      60_000,
    )
    const ids = (await query("SELECT SpanId FROM otel.otel_traces FINAL WHERE SpanName = 'acknowledged'")).split('\n')

    expect(stored).toBe(`${ids.length}\t${ids.length}`)
    const there = new Set(ids)
    expect([...acknowledged].filter(id => !there.has(id))).toEqual([])
  })
})

/** nginx as the page has it, without TLS, on ports of loopback; `x-desks` names the desks that were asked. */
function nginxServers(at: {
  readonly port: number
  readonly grpcPort: number
  readonly desks: readonly RunningDesk[]
  readonly collectors: readonly RunningOtelcol[]
}): string {
  const [, written = ''] = /^## Several desks and Collectors\n[\s\S]*?^```nginx\n([\s\S]*?)^```$/m.exec(manual) ?? []
  const [, location = ''] = /^ {8}location \/ \{\n([\s\S]*?)^ {8}\}$/m.exec(manual) ?? []
  const addresses = (servers: readonly string[]) => servers.map(server => `server ${server};`)
  const [desk, other] = addresses(at.desks.map(({ url }) => addressOf(url)))
  const [one, two] = addresses(at.collectors.map(({ grpcPort }) => `127.0.0.1:${grpcPort}`))
  return `${written
    .replace('server 10.0.0.1:3000;', desk ?? '')
    .replace('server 10.0.0.2:3000;', other ?? '')
    .replace('server 10.0.0.1:4317;', one ?? '')
    .replace('server 10.0.0.2:4317;', two ?? '')
    .replace('listen 4317 ssl http2;', `listen 127.0.0.1:${at.grpcPort} http2;`)
    .replaceAll(/^ *ssl_.*\n/gm, '')}
server {
  listen 127.0.0.1:${at.port};
  location / {
${location.replace('http://127.0.0.1:3000', 'http://desks')}
    add_header x-desks "$upstream_addr" always;
  }
}`
}

/** The agent's configuration of the page. @param at.batch in place of what the page advises */
function agentConfig(at: {
  readonly grpc: number
  readonly http: number
  readonly to: number
  readonly batch: object | undefined
}): string {
  const [, written = ''] = /^## Limits of a request\n[\s\S]*?^```yaml\n([\s\S]*?)^```$/m.exec(manual) ?? []
  const config = parse(written)
  config.receivers.otlp.protocols = {
    grpc: { endpoint: `127.0.0.1:${at.grpc}` },
    http: { endpoint: `127.0.0.1:${at.http}` },
  }
  config.exporters.otlp.endpoint = `127.0.0.1:${at.to}`
  config.exporters.otlp.tls = { insecure: true }
  if (at.batch !== undefined) config.exporters.otlp.sending_queue.batch = at.batch
  config.service.telemetry = { metrics: { level: 'none' } }
  return stringify(config)
}

const addressOf = (url: string) => new URL(url).host

async function askPage({ port }: RunningNginx) {
  const answer = await fetch(`http://127.0.0.1:${port}/issues`)
  const [, title = ''] = /<title>(.*?)<\/title>/.exec(await answer.text()) ?? []
  return { status: answer.status, desks: answer.headers.get('x-desks') ?? '', title }
}

/** Above 4 MiB, of which no span is large. */
function largeBatch(name: string) {
  const spans = Array.from({ length: SPANS_OF_A_LARGE_BATCH }, () => newSpan(name, { padding: 'x'.repeat(1_500) }))
  return { signal: 'traces' as const, body: { resourceSpans: [{ scopeSpans: [{ spans }] }] } }
}

function newSpan(name: string, values: Readonly<Record<string, string>> = {}) {
  return {
    ...{ traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex'), name },
    ...{ startTimeUnixNano: nowNs(1_000), endTimeUnixNano: nowNs(), attributes: attributes(values) },
  }
}

/** Sends small requests one after the other, and notes the ids of all spans of those that were answered with 200. */
async function send({ url }: RunningAgent, acknowledged: Set<string>, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const spans = Array.from({ length: 5 }, () => newSpan('acknowledged'))
    const answer = await sendOtlp({ url, signal: 'traces', body: { resourceSpans: [{ scopeSpans: [{ spans }] }] } })
    await answer.arrayBuffer()
    if (answer.status === 200) for (const { spanId } of spans) acknowledged.add(spanId)
    await wait(SENDING_PAUSE_MS)
  }
}
