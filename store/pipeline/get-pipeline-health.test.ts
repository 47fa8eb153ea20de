import { describe, expect, test } from 'vitest'
import { gaugeRow, logRow, noiseRow, openTestStore, spanRow, sumRow } from '../../test/store/open-test-store.ts'
import { DROP_RULE_NAMES } from '../noise/drop-rules.ts'
import { getPipelineHealth } from './get-pipeline-health.ts'

const now = () => ({ nowMs: Date.now(), canary: undefined })
const resource = { 'service.instance.id': 'a' }
const of = { exporter: 'clickhouse', data_type: 'traces' }
const queue = (at: number, value: number, instance = 'a') =>
  gaugeRow({
    at,
    name: 'otelcol_exporter_queue_size',
    value,
    attributes: of,
    resource: { 'service.instance.id': instance },
  })
const flight = (at: number, value: number) =>
  sumRow({ at, name: 'otelcol_exporter_in_flight_requests', value, attributes: of, resource })
const sent = (at: number, value: number) =>
  sumRow({ at, name: 'otelcol_exporter_sent_spans', value, attributes: { exporter: 'clickhouse' }, resource })

test('no problem if a Collector reports, refuses nothing and sends what it accepts', async () => {
  await using store = await openTestStore()
  await store.insert([queue(5_000, 700), flight(300_000, 1), flight(60_000, 0), flight(5_000, 1), sent(5_000, 9)])

  expect(await getPipelineHealth(store, now())).toMatchObject({ collectors: ['a'], problems: [], leftQueues: [] })
})

test('no reporting Collector is a problem, with the time of the last report', async () => {
  await using empty = await openTestStore()
  expect(await getPipelineHealth(empty, now())).toMatchObject({
    collectors: [],
    problems: [{ kind: 'silent', reportedNs: undefined }],
    queues: [],
  })

  await using store = await openTestStore()
  await store.insert([queue(600_000, 70)])
  expect(await getPipelineHealth(store, now())).toMatchObject({
    collectors: [],
    problems: [{ kind: 'silent', reportedNs: expect.any(BigInt) }],
    queues: [],
    leftQueues: [],
  })
})

test('queues of a stopped Collector do not count as waiting, and are left only if none was started in its place', async () => {
  const sizesOf = (queues: readonly { collector: string; size: number }[]) =>
    queues.map(({ collector, size }) => ({ collector, size }))
  await using restarted = await openTestStore([queue(600_000, 5_000, 'ended'), queue(5_000, 0, 'its-successor')])
  const health = await getPipelineHealth(restarted, now())
  expect(health).toMatchObject({ collectors: ['its-successor'], problems: [], leftQueues: [] })
  expect(sizesOf(health.queues)).toEqual([{ collector: 'its-successor', size: 0 }])
  expect(health.stopped).toEqual({ replaced: ['ended'], unreplaced: [] })

  await using fewer = await openTestStore([
    queue(600_000, 5_000, 'ended'),
    queue(700_000, 0, 'another'),
    queue(5_000, 0, 'another'),
  ])
  const { stopped, leftQueues } = await getPipelineHealth(fewer, now())
  expect(stopped).toEqual({ replaced: [], unreplaced: ['ended'] })
  expect(sizesOf(leftQueues)).toEqual([{ collector: 'ended', size: 5_000 }])
})

test('different batches in transit at every report are no problem if what they held was sent', async () => {
  await using store = await openTestStore()
  const reports = Array.from({ length: 120 }, (_, i) => 600_000 - i * 5_000)
  await store.insert([queue(5_000, 52_000), ...reports.flatMap((at, i) => [flight(at, 1), sent(at, 100 * i)])])

  expect((await getPipelineHealth(store, now())).problems).toEqual([])
})

test('a batch in transit is no problem if the queue is empty', async () => {
  await using store = await openTestStore()
  await store.insert([queue(5_000, 0), flight(600_000, 1), flight(5_000, 1), sent(600_000, 9), sent(5_000, 9)])

  expect((await getPipelineHealth(store, now())).problems).toEqual([])
})

test('if nothing was sent for minutes that is a problem, with what waits', async () => {
  await using store = await openTestStore()
  await store.insert([
    queue(5_000, 4_000_000),
    flight(600_000, 0),
    flight(300_000, 1),
    flight(5_000, 1),
    sent(600_000, 9),
    sent(5_000, 9),
  ])

  const { problems } = await getPipelineHealth(store, now())
  expect(problems).toEqual([
    {
      kind: 'stuck',
      collector: 'a',
      exporter: 'clickhouse',
      data: 'traces',
      nothingSentSinceNs: expect.any(BigInt),
      waiting: 4_000_000,
    },
  ])
})

test('a queue that is full within the hour is a problem, one of few batches is not', async () => {
  const capacity = (at: number, value: number) =>
    gaugeRow({ at, name: 'otelcol_exporter_queue_capacity', value, attributes: of, resource })
  await using filling = await openTestStore([queue(305_000, 100), queue(5_000, 300), capacity(5_000, 900)])
  expect((await getPipelineHealth(filling, now())).problems).toEqual([
    {
      kind: 'filling',
      collector: 'a',
      exporter: 'clickhouse',
      data: 'traces',
      fullInNs: expect.any(BigInt),
    },
  ])

  await using slow = await openTestStore([queue(305_000, 299), queue(5_000, 300), capacity(5_000, 900)])
  expect((await getPipelineHealth(slow, now())).problems).toEqual([])
  await using few = await openTestStore([queue(305_000, 0), queue(5_000, 17), capacity(5_000, 900)])
  expect((await getPipelineHealth(few, now())).problems).toEqual([])
})

test('a Collector that refuses data is a problem', async () => {
  const refused = (at: number, value: number) => sumRow({ at, name: 'otelcol_receiver_refused_spans', value, resource })
  await using store = await openTestStore()
  await store.insert([queue(5_000, 0), refused(300_000, 0), refused(5_000, 12)])

  const { problems } = await getPipelineHealth(store, now())
  expect(problems).toEqual([{ kind: 'refuses', collector: 'a', items: 12, byMemory: 0, byQueue: 0 }])
})

const MINUTE_MS = 60_000
const service = 'errata-canary'
const canary = (at: number, of = '@here:3000') => spanRow({ at, service, name: `canary ${of}`, kind: 'Internal' })
const samples = (at: number, rules: readonly string[] = DROP_RULE_NAMES) =>
  rules.map(rule => noiseRow(`${rule}/1`, spanRow({ at, service, name: `canary ${rule}` })))
/** The state of an app that has sent canaries for ten minutes. */
const sending = (refusal?: string) => ({
  nowMs: Date.now(),
  canary: { app: 'here:3000', sinceMs: Date.now() - 10 * MINUTE_MS, refusal },
})
const kindsOf = async (store: Parameters<typeof getPipelineHealth>[0], options = sending()) =>
  (await getPipelineHealth(store, options)).problems.map(trouble =>
    'rule' in trouble ? `${trouble.kind} ${trouble.rule}` : trouble.kind,
  )

test('no problem with a recent canary and a dropped probe for every rule', async () => {
  await using store = await openTestStore([canary(90_000), canary(8_000), ...samples(90_000)])
  await store.insert([queue(5_000, 0)])

  const { newestNs, problems } = await getPipelineHealth(store, sending())
  expect(problems).toEqual([])
  expect(Number((BigInt(Date.now()) * 1_000_000n - (newestNs ?? 0n)) / 1_000_000n)).toBeGreaterThanOrEqual(8_000)
})

test("a missing canary is a problem, with the Collector's answer to the last one", async () => {
  await using store = await openTestStore([canary(40_000), ...samples(40_000), queue(5_000, 0)])

  expect((await getPipelineHealth(store, sending('HTTP 503'))).problems).toEqual([
    {
      kind: 'late',
      app: undefined,
      newestNs: expect.any(BigInt),
      sinceNs: expect.any(BigInt),
      reason: { by: 'Collector', says: 'HTTP 503' },
    },
  ])
})

test('if the Collector accepts canaries that do not arrive, the reason is the latest insert error of ClickHouse', async () => {
  await using store = await openTestStore([queue(5_000, 0)])
  const [metric] = [queue(5_000, 0)]
  await expect(store.insert([{ ...metric, table: 'no_such_table' }])).rejects.toThrow()

  expect((await getPipelineHealth(store, sending())).problems).toMatchObject([
    { kind: 'late', newestNs: undefined, reason: { by: 'ClickHouse', says: expect.stringMatching(/^[A-Z_]+$/) } },
  ])
})

test('no canary is missing just after the start', async () => {
  await using store = await openTestStore([queue(5_000, 0)])
  const canary = { app: 'here:3000', sinceMs: Date.now() - 5_000, refusal: 'connection failed: ECONNREFUSED' }

  expect(await kindsOf(store, { nowMs: Date.now(), canary: { ...canary, refusal: canary.refusal } })).toEqual([])
})

test('a rule that lets its probe pass is a problem, and so is one whose probes are no longer counted', async () => {
  await using store = await openTestStore([
    canary(5_000),
    ...samples(9 * MINUTE_MS),
    ...samples(70_000, ['resize-observer-loop']),
    canary(10_000, 'health-check'),
    logRow({ at: 10_000, service, body: 'canary cross-origin-script-error' }),
    queue(5_000, 0),
  ])

  expect(await kindsOf(store)).toEqual([
    'passes cross-origin-script-error',
    'passes health-check',
    'uncounted not-found',
  ])
})

describe('of several apps, each with a canary', () => {
  const told = async (rows: Parameters<typeof openTestStore>[0], refusal?: string) => {
    await using store = await openTestStore([...(rows ?? []), ...samples(60_000), queue(5_000, 0)])
    const { problems } = await getPipelineHealth(store, sending(refusal))
    return problems.map(problem => (problem.kind === 'late' ? [problem.app, problem.reason?.says] : problem.kind))
  }
  /** One that has sent for ten minutes. */
  const app = (name: string, newestAt: number) => [canary(600_000, `@${name}`), canary(newestAt, `@${name}`)]

  test('all is well while each of them is stored', async () => {
    expect(await told([...app('here:3000', 8_000), ...app('there:3000', 9_000)])).toEqual([])
  })

  test('this one is named if only its own are missing, with what its Collector answers', async () => {
    const rows = [...app('here:3000', 40_000), ...app('there:3000', 9_000)]
    expect(await told(rows, 'connection failed: ECONNREFUSED')).toEqual([
      ['here:3000', 'connection failed: ECONNREFUSED'],
    ])
  })

  test('this one is named if its own were never stored', async () => {
    expect(await told(app('there:3000', 9_000))).toEqual([['here:3000', undefined]])
  })

  test('another one is named if only its own are missing', async () => {
    expect(await told([...app('here:3000', 8_000), ...app('there:3000', 70_000)])).toEqual([['there:3000', undefined]])
  })

  test('one that was stopped, or that another replaced, is missed by nobody', async () => {
    const stopped = [...app('there:3000', 70_000), canary(69_000, 'ended @there:3000')]
    expect(await told([...app('here:3000', 8_000), ...stopped])).toEqual([])
    const replaced = [...app('old:3000', 300_000), canary(280_000, '@new:3000'), canary(9_000, '@new:3000')]
    expect(await told([...app('here:3000', 8_000), ...replaced])).toEqual([])
  })

  test('those of an app of before, without a name, are not missed once it has gone', async () => {
    expect(await told([...app('here:3000', 8_000), canary(100_000, '')])).toEqual([])
  })
})

test('of two Collectors the one that died is named, with its host', async () => {
  const onHost = (at: number, instance: string) => {
    const row = queue(at, 0, instance)
    const resource = { 'service.instance.id': instance, 'host.name': `host-${instance}` }
    return { ...row, values: { ...row.values, ResourceAttributes: { 'service.name': 'errata-otelcol', ...resource } } }
  }
  await using store = await openTestStore([
    ...[1_800_000, 120_000].map(at => onHost(at, 'dead')),
    ...[1_800_000, 5_000].map(at => onHost(at, 'alive')),
  ])
  expect((await getPipelineHealth(store, now())).problems).toEqual([
    { kind: 'stopped', collector: 'dead', host: 'host-dead', reportedNs: expect.any(BigInt) },
  ])
})

test('a Collector that a roll-out replaced is no problem, though the new one started before it stopped', async () => {
  await using store = await openTestStore([
    ...[1_800_000, 600_000].map(at => queue(at, 0, 'old')),
    ...[630_000, 5_000].map(at => queue(at, 0, 'new')),
  ])
  expect((await getPipelineHealth(store, now())).problems).toEqual([])
})

test('rules are no problem while nothing arrives at all', async () => {
  await using store = await openTestStore([queue(5_000, 0)])
  expect(await kindsOf(store, sending('HTTP 503'))).toEqual(['late'])
})
