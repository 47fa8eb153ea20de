import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type RunningOtelcol, startOtelcol } from '../../test/collector/start-otelcol.ts'
import { deliverOtlp } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { openTestStore, type TestStore } from '../../test/store/open-test-store.ts'
import { listIssueExceptions } from '../issues/list-issue-exceptions.ts'
import { listIssues } from '../issues/list-issues.ts'
import { NO_MERGES } from '../issues/merges.ts'
import { rangeEndingAt } from '../units.ts'
import { listExceptions } from './list-exceptions.ts'

/** What stock SDKs sent for one unhandled error; `npm run test:senders` records it again. */
const folder = join(process.env['ERRATA_TEST_SENDERS'] ?? join(import.meta.dirname, '../../e2e/senders'), 'errors')
const requests = z.array(z.record(z.string(), z.unknown()))
const recording = z.object({ source: z.string(), logs: requests, traces: requests })
const senders = globSync('*/recorded.json', { cwd: folder })
  .sort()
  .map(file => ({ name: dirname(file), ...recording.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))) }))

const orders = [
  ['logs', 'traces'],
  ['traces', 'logs'],
] as const

/** Each sender has one service whose logs arrive first, and one whose spans do. */
const services = senders.flatMap(({ name, ...recorded }) =>
  orders.map(order => ({
    service: `${name} ${order[0]} first`,
    deliveries: order.map(signal => ({ signal, bodies: recorded[signal] })),
  })),
)

let store: TestStore
let otelcol: RunningOtelcol

beforeAll(async () => {
  store = await openTestStore()
  const { engine, database } = store
  const intoItsDatabase = ['clickhouse', 'clickhouse/noise'].map(
    name => `yaml:exporters::${name}::database: ${database}`,
  )
  otelcol = await startOtelcol({ clickhouse: { url: engine.url, ...engine.collector }, configs: intoItsDatabase })
})

afterAll(async () => {
  await otelcol?.stop()
  await store?.[Symbol.asyncDispose]()
})

test('an error of each sender is one event of one issue, after its first signal and after both', async () => {
  const told: string[] = []
  let issuesBefore: readonly (readonly [service: string, issue: string])[] = []
  for (const nth of [0, 1]) {
    for (const { service, deliveries } of services) {
      const { signal = 'logs', bodies = [] } = deliveries[nth] ?? {}
      for (const body of bodies) await deliverOtlp({ url: otelcol.httpUrl, signal, body: asOfNow(body, service) })
      if (bodies.length > 0) told.push(`${service} ${signal === 'logs' ? 'log' : 'event'}`)
    }
    await poll(listTold, found => found.length >= told.length)
    expect(await listTold()).toEqual(told.toSorted())

    const range = rangeEndingAt(Date.now() + 60_000, 7_200_000)
    const exceptions = await listExceptions(store, { range, limit: 100 })
    const issues = exceptions.map(({ service, issue }) => [service, issue] as const).toSorted()
    const heard = services.filter(({ service }) => told.some(each => each.startsWith(`${service} `)))
    expect(issues.map(([service]) => service)).toEqual(heard.map(({ service }) => service).toSorted())
    expect(issues).toEqual(expect.arrayContaining([...issuesBefore]))
    issuesBefore = issues
    for (const [, issue] of issues) {
      expect(await listIssueExceptions(store, { issue, merges: NO_MERGES, range, limit: 50 })).toHaveLength(1)
    }
    const listed = await listIssues(store, {
      range,
      nowNs: range.to,
      tab: 'all',
      sort: 'events',
      offset: 0,
      limit: 100,
      who: '',
    })
    const events = listed.issues.map(({ issue, events }) => [issue, events])
    expect(events.toSorted()).toEqual(issues.map(([, issue]) => [issue, 1]).toSorted())
  }
})

/** The request with its timestamps moved to now, and another service. */
function asOfNow(request: object, service: string): object {
  const text = JSON.stringify(request)
  const times = Array.from(text.matchAll(/TimeUnixNano":"?(\d+)/gi), ([, time = '0']) => BigInt(time))
  const newest = times.toSorted((a, b) => Number(a - b)).at(-1) ?? 0n
  const shift = BigInt(Date.now()) * 1_000_000n - newest
  return JSON.parse(text, (key, value: unknown) => {
    if (/TimeUnixNano$/i.test(key) && Number(value) > 0) return String(BigInt(String(value)) + shift)
    const isName = typeof value === 'object' && value !== null && 'key' in value && value.key === 'service.name'
    return isName ? { key: 'service.name', value: { stringValue: service } } : value
  })
}

/** Which signals of which service have arrived. */
async function listTold(): Promise<string[]> {
  const sql = "SELECT DISTINCT ServiceName || ' ' || toString(Source) AS told FROM exceptions ORDER BY told"
  return (await store.querySql<{ told: string }>(sql)).map(({ told }) => told)
}
