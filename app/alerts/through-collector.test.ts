import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore, type Store } from '../../store/store.ts'
import { nsOfMs } from '../../store/units.ts'
import { ruleOf } from '../../test/alerts/judge-one.ts'
import { type RunningOtelcol, startOtelcol } from '../../test/collector/start-otelcol.ts'
import { startReadyEngine } from '../../test/engine/ready-store.ts'
import type { TestEngine } from '../../test/engine/start-engine.ts'
import { attributes, deliverOtlp, type OtlpTestValue } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { createEvaluation } from './evaluation/evaluate.ts'
import { createEvaluationWorld } from './evaluation/evaluation-world.ts'
import { createEventCache } from './event-cache.ts'
import type { AlertEvent } from './event-content.ts'
import { JUDGES } from './judges/judges.ts'
import type { KnownRule, RuleKind } from './rule.ts'

/* What rules find in telemetry that came through the real Collector, over a moved clock. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Minute 0 of the clock: what happens before is what is usual. */
const START_MS = Math.floor((Date.now() - 2 * HOUR_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS

let engine: TestEngine
let otelcol: RunningOtelcol
let store: Store

beforeAll(async () => {
  engine = await startReadyEngine()
  otelcol = await startOtelcol({ clickhouse: { url: engine.url, ...engine.collector } })
  store = openStore({ url: engine.url, ...engine.desk, timeoutMs: 60_000 })
})
afterAll(async () => {
  await store?.close()
  await otelcol?.[Symbol.asyncDispose]()
  await engine?.[Symbol.asyncDispose]()
})

const atNs = (minute: number) => BigInt(START_MS + Math.round(minute * MINUTE_MS)) * 1_000_000n
const hexId = (bytes: number) => randomBytes(bytes).toString('hex')
const resourceOf = (service: string, more: Readonly<Record<string, OtlpTestValue>> = {}) => ({
  attributes: attributes({ 'service.name': service, 'deployment.environment.name': 'production', ...more }),
})

interface Request {
  readonly minute: number
  readonly failed?: boolean
  readonly ms?: number
  readonly route?: string
}

const send = async (signal: 'traces' | 'logs', body: object) => deliverOtlp({ url: otelcol.httpUrl, signal, body })

const sendRequests = (service: string, requests: readonly Request[]) =>
  send('traces', {
    resourceSpans: [
      {
        resource: resourceOf(service),
        scopeSpans: [
          {
            spans: requests.map(({ minute, failed = false, ms = 20, route = '/buy' }) => ({
              ...{ traceId: hexId(16), spanId: hexId(8), name: `GET ${route}`, kind: 2 },
              startTimeUnixNano: atNs(minute),
              endTimeUnixNano: atNs(minute) + BigInt(ms) * 1_000_000n,
              attributes: attributes({
                'http.request.method': 'GET',
                'http.route': route,
                'url.path': route,
                'http.response.status_code': failed ? 500 : 200,
              }),
              status: { code: failed ? 2 : 0 },
            })),
          },
        ],
      },
    ],
  })

interface Line {
  readonly minute: number
  readonly body?: string
  readonly more?: Readonly<Record<string, OtlpTestValue>>
}

const sendLogs = (service: string, lines: readonly Line[], resource: Readonly<Record<string, OtlpTestValue>> = {}) =>
  send('logs', {
    resourceLogs: [
      {
        resource: resourceOf(service, resource),
        scopeLogs: [
          {
            logRecords: lines.map(({ minute, body = 'a line', more = {} }) => ({
              ...{ timeUnixNano: atNs(minute), severityNumber: 17, body: { stringValue: body } },
              attributes: attributes({ 'log.record.uid': hexId(16), ...more }),
            })),
          },
        ],
      },
    ],
  })

const exception = (minute: number, more: Readonly<Record<string, OtlpTestValue>> = {}): Line => ({
  minute,
  more: {
    'exception.type': 'PaymentError',
    'exception.message': 'card declined',
    'exception.stacktrace': 'PaymentError: card declined\n    at pay (/srv/pay.js:1:2)',
    ...more,
  },
})

/** So many of something, evenly from one minute to another. */
const spread = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / count)

/** Waits until everything that a service sent is stored. */
async function untilStored(
  table: 'otel_traces' | 'otel_logs' | 'exceptions',
  service: string,
  rows: number,
): Promise<void> {
  const count = async () =>
    Number((await engine.send({ body: `SELECT count() FROM otel.${table} WHERE ServiceName = '${service}'` })).text)
  await poll(count, stored => stored >= rows)
}

const ruleAbout = (kind: RuleKind, service: string, watch: object, more: object = {}): KnownRule => {
  const known = { id: `${kind} ${service}`, revision: '1', sinceMs: START_MS - MINUTE_MS }
  return ruleOf(kind, watch, { service, clearMinutes: 2, ...known, ...more })
}

/** A desk whose clock the test moves. */
function openDesk(rules: readonly KnownRule[], canarySinceMs = START_MS) {
  let nowMs = START_MS
  /** `undefined` while the Collector is away. */
  let canaryAgeMs: number | undefined = 5_000
  const failures: unknown[] = []
  const events = createEventCache(store, () => nowMs)
  const world = createEvaluationWorld({
    ...{ store, judges: JUDGES, events },
    settings: () => ({
      ownServices: [],
      canary: { app: 'here:3000', sinceMs: canarySinceMs, refusal: undefined },
      ownerOf: () => '',
    }),
    reportFailure: (_, error) => failures.push(error),
  })
  const evaluation = createEvaluation({
    desk: 'the only desk',
    world: {
      ...world,
      watermark: async () => ({
        asOfNs: nsOfMs(nowMs),
        canaryNs: canaryAgeMs === undefined ? undefined : nsOfMs(nowMs - canaryAgeMs),
      }),
    },
  })
  return {
    set canaryAgeMs(ageMs: number | undefined) {
      canaryAgeMs = ageMs
    },
    /** Lets the clock run to a minute. */
    async runTo(minute: number): Promise<void> {
      for (; nowMs < START_MS + minute * MINUTE_MS; nowMs += MINUTE_MS) await evaluation.pass(rules)
      await evaluation.pass(rules)
      expect(failures).toEqual([])
    },
    async told(rule: KnownRule): Promise<AlertEvent[]> {
      return (await events.read()).filter(of => of.rule === rule.id)
    },
    evaluations: (rule: KnownRule) =>
      world
        .listEvaluations({ fromMs: START_MS - HOUR_MS, toMs: nowMs + HOUR_MS })
        .then(all => all.filter(of => of.rule === rule.id && of.subject === '').toReversed()),
  }
}

const minuteOf = ({ atNs: at }: AlertEvent) => (Number(at / 1_000_000n) - START_MS) / MINUTE_MS
const timesOf = (events: readonly AlertEvent[]) => events.map(event => [event.what, minuteOf(event)])

test('a new issue is told once, and an old one not', async () => {
  await sendLogs('issue-svc', [exception(2), exception(3)])
  await sendLogs('issue-old', [exception(-60), exception(3)])
  await untilStored('exceptions', 'issue-svc', 2)
  await untilStored('exceptions', 'issue-old', 2)
  const changes = { changes: ['new'] }
  const [fresh, old] = [ruleAbout('issue', 'issue-svc', changes), ruleAbout('issue', 'issue-old', changes)]
  const desk = openDesk([fresh, old])
  await desk.runTo(6)
  expect((await desk.told(fresh)).map(({ what, content }) => [what, content.service])).toEqual([
    ['firing', 'issue-svc'],
  ])
  expect(await desk.told(old)).toEqual([])
})

test('exceptions, users and sessions beyond a number fire and clear', async () => {
  const lines = [2, 2.2, 2.4].map((minute, i) => exception(minute, { 'user.id': `u${i}`, 'session.id': `s${i}` }))
  await sendLogs('count-svc', lines)
  await untilStored('exceptions', 'count-svc', 3)
  const rules = (['exceptions', 'users', 'sessions'] as const).map(of => {
    const rule = ruleAbout('count', 'count-svc', { of, by: 'service', atLeast: 3, windowMinutes: 2 })
    return { ...rule, id: `count ${of}` }
  })
  const desk = openDesk(rules)
  await desk.runTo(12)
  for (const rule of rules)
    expect(timesOf(await desk.told(rule)), rule.id).toEqual([
      ['firing', 3],
      ['resolved', 6],
    ])
})

test('an error rate fires and clears, and a time without requests is no data', async () => {
  await sendRequests('rate-svc', [
    ...spread(40, 0, 2).map(minute => ({ minute })),
    ...spread(40, 2, 4).map((minute, i) => ({ minute, failed: i % 2 === 0 })),
    ...spread(80, 4, 8).map(minute => ({ minute })),
  ])
  await untilStored('otel_traces', 'rate-svc', 160)
  const rule = ruleAbout('error rate', 'rate-svc', { abovePercent: 40, windowMinutes: 1, leastRequests: 10 })
  const desk = openDesk([rule])
  await desk.runTo(12)
  expect(timesOf(await desk.told(rule))).toEqual([
    ['firing', 3],
    ['resolved', 6],
  ])
  expect((await desk.evaluations(rule)).at(-1)).toMatchObject({ outcome: 'no data' })
})

test('a 95th percentile above a limit fires and clears', async () => {
  await sendRequests('slow-svc', [
    ...spread(40, 0, 2).map(minute => ({ minute })),
    ...spread(40, 2, 4).map(minute => ({ minute, ms: 900 })),
    ...spread(80, 4, 8).map(minute => ({ minute })),
  ])
  await untilStored('otel_traces', 'slow-svc', 160)
  const rule = ruleAbout('p95', 'slow-svc', { aboveMs: 500, windowMinutes: 1, leastRequests: 10 })
  const desk = openDesk([rule])
  await desk.runTo(10)
  expect(timesOf(await desk.told(rule))).toEqual([
    ['firing', 3],
    ['resolved', 6],
  ])
})

test('a search that finds more, or fewer, than it should fires and clears', async () => {
  const bodies = [1.1, 1.2, 1.3, 2.1, 3.1].map(minute => ({ minute, body: 'checkout failed' }))
  await sendLogs('search-svc', [...bodies, ...spread(10, 0, 10).map(minute => ({ minute, body: 'heartbeat' }))])
  await untilStored('otel_logs', 'search-svc', 15)
  const logs = { page: 'logs', windowMinutes: 1 }
  const many = ruleAbout('search', 'search-svc', {
    ...logs,
    search: '"checkout failed"',
    comparison: 'at least',
    count: 3,
  })
  const few = {
    ...ruleAbout('search', 'search-svc', { ...logs, search: '"checkout failed"', comparison: 'fewer than', count: 1 }),
    id: 'few',
  }
  const desk = openDesk([many, few])
  await desk.runTo(10)
  expect(timesOf(await desk.told(many))).toEqual([
    ['firing', 2],
    ['resolved', 4],
  ])
  expect(timesOf(await desk.told(few))).toEqual([
    ['firing', 0],
    ['resolved', 3],
    ['firing', 5],
  ])
})

test('requests that stop, and a job that does not run, are told by their own rhythm', async () => {
  const days = [-3 * DAY_MS, -2 * DAY_MS, -DAY_MS].map(ms => ms / MINUTE_MS)
  const usual = days.flatMap(day => spread(400, day - 60, day + 60))
  const before = spread(200, -60, 0)
  await sendRequests(
    'stop-svc',
    [...usual, ...before].map(minute => ({ minute })),
  )
  await sendRequests(
    'job-svc',
    spread(24, -120, 0).map(minute => ({ minute, route: '/job' })),
  )
  await untilStored('otel_traces', 'stop-svc', 1_400)
  await untilStored('otel_traces', 'job-svc', 24)
  const stopped = ruleAbout('requests stopped', 'stop-svc', {})
  const missed = ruleAbout('job missed', 'job-svc', {})
  const desk = openDesk([stopped, missed])
  await desk.runTo(24)
  expect((await desk.told(stopped)).map(({ what }) => what)).toEqual(['firing'])
  expect((await desk.told(missed)).map(({ what }) => what)).toEqual(['firing'])

  await sendRequests(
    'stop-svc',
    spread(300, 25, 45).map(minute => ({ minute })),
  )
  await sendRequests(
    'job-svc',
    [25, 30, 35, 40, 45].map(minute => ({ minute, route: '/job' })),
  )
  await untilStored('otel_traces', 'stop-svc', 1_700)
  await untilStored('otel_traces', 'job-svc', 29)
  await desk.runTo(48)
  expect((await desk.told(stopped)).map(({ what }) => what)).toEqual(['firing', 'resolved'])
  expect((await desk.told(missed)).map(({ what }) => what)).toEqual(['firing', 'resolved'])
})

test('a drop rule that drops far more than usual fires and clears', async () => {
  const probes = (from: number, count: number) =>
    spread(count, from, from + 14).map(minute => ({ minute, route: '/healthz' }))
  const requests = (from: number) => spread(400, from, from + 14).map(minute => ({ minute }))
  // The quarters of an hour before, and the same time of earlier days, are what is usual.
  const usual = [-60, -45, -30, -15]
  await sendRequests('drop-svc', [...usual, 0, 15, 30].flatMap(requests))
  await sendRequests('drop-svc', [
    ...usual.flatMap(from => probes(from, 20)),
    ...probes(0, 1_500),
    ...probes(15, 20),
    ...probes(30, 20),
  ])
  await untilStored('otel_traces', 'drop-svc', 2_800)
  await poll(
    async () =>
      Number(
        (
          await engine.send({
            body: "SELECT uniqExactMerge(Items) FROM otel.noise_counts WHERE ServiceName = 'drop-svc'",
          })
        ).text,
      ),
    dropped => dropped >= 1_620,
  )
  const rule = ruleAbout('drop rule', '', {}, { service: '' })
  const desk = openDesk([rule])
  // It is compared over an hour, too.
  await desk.runTo(85)
  const told = (await desk.told(rule)).filter(({ subject }) => subject.includes('health-check'))
  expect(told.map(({ what }) => what).slice(0, 2)).toEqual(['firing', 'resolved'])
})

test('crash-free sessions of a release fire', async () => {
  const browser = { 'service.version': '2.0', 'telemetry.sdk.language': 'webjs' }
  const lines = spread(40, 1, 3).map((minute, i) =>
    i % 2 === 0
      ? { minute, more: { 'session.id': `session-${i}` } }
      : exception(minute, { 'session.id': `session-${i}`, 'exception.escaped': true }),
  )
  await sendLogs('web-browser', lines, browser)
  await untilStored('otel_logs', 'web-browser', 40)
  const rule = ruleAbout('crash-free sessions', 'web-browser', {
    belowPercent: 90,
    windowMinutes: 5,
    leastSessions: 10,
  })
  const desk = openDesk([rule])
  await desk.runTo(5)
  expect((await desk.told(rule)).map(({ what }) => what)).toContain('firing')
})

test('what comes late is told late, if more of it only confirms that it is beyond the number', async () => {
  const rule = ruleAbout('count', 'late-svc', { of: 'exceptions', by: 'service', atLeast: 2, windowMinutes: 1 })
  const desk = openDesk([rule])
  await desk.runTo(4)
  expect(await desk.told(rule)).toEqual([])
  await sendLogs('late-svc', [exception(2.5), exception(2.6)])
  await untilStored('exceptions', 'late-svc', 2)
  await desk.runTo(5)
  expect(timesOf(await desk.told(rule)).slice(0, 1)).toEqual([['firing', 3]])
})

test('while the Collector is away the pipeline is told, no rule takes that for no data, and all minutes are judged once it is back', async () => {
  const pipeline = ruleAbout('pipeline', '', {}, { service: '', forMinutes: 2 })
  const rate = ruleAbout('error rate', 'away-svc', { abovePercent: 40, windowMinutes: 1, leastRequests: 5 })
  const desk = openDesk([pipeline, rate], START_MS)
  desk.canaryAgeMs = undefined
  await desk.runTo(8)
  expect((await desk.told(pipeline)).some(({ what, subject }) => what === 'firing' && subject === 'late')).toBe(true)
  expect(await desk.evaluations(rate)).toEqual([])

  await sendRequests(
    'away-svc',
    spread(20, 4, 5).map(minute => ({ minute, failed: true })),
  )
  await untilStored('otel_traces', 'away-svc', 20)
  desk.canaryAgeMs = 5_000
  await desk.runTo(10)
  const judged = await desk.evaluations(rate)
  expect(judged.length).toBeGreaterThan(0)
})
