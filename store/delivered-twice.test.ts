import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rows, subjects } from '../test/delivered-rows.ts'
import { everyAnswer } from '../test/every-answer.ts'
import { paramsOf, questions, writtenIn } from '../test/every-question.ts'
import { openTestStore, type Row, type TestStore } from '../test/open-test-store.ts'
import { hasArrived } from './pipeline/has-arrived.ts'
import type { TimeRange, TraceId } from './units.ts'

/** Questions that these rows give nothing to answer. */
const SILENT = [
  'pipeline/find-refusal.sql', // the engine's own errors
]

/** Answered with rows as they lie, of which what asks keeps each once: everyAnswer holds what comes of them. */
const RAW = ['traces/list-sorted-trace-ids.sql', 'traces/list-spans.sql', 'traces/list-trace-ids.sql']

/** Columns that tell when a row last came, or how many rows were read. */
const OF_ROWS = ['newestStoredNs', 'nearEnds', 'lookedRows']

test('whatever is delivered again, in whatever pieces and order, and never merged, changes the answer to no question', async () => {
  await using store = await openTestStore()
  const kept = "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'"
  for (const { name } of await store.query<{ name: string }>(kept)) await store.command(`SYSTEM STOP MERGES ${name}`)
  await store.insert(rows)
  const params = await valuesFor(store)
  const once = await answersOf(store, params)
  const shown = await everyAnswer(store, seen)
  const silent = Object.entries(once).filter(([, answer]) => answer.length === 0)
  expect(silent.map(([file]) => file)).toEqual(SILENT)

  await fc.assert(
    fc.asyncProperty(deliveries, async inserts => {
      for (const insert of inserts) await store.insert(insert)
      const again = await answersOf(store, params)
      const changed = questions.filter(file => !RAW.includes(file) && !isDeepStrictEqual(again[file], once[file]))
      expect(changed).toEqual([])
      expect(await everyAnswer(store, seen)).toEqual(shown)
    }),
    { numRuns: 2, endOnFailure: true },
  )
})

test('what reached a table but not its views shows once, when it comes again', async () => {
  await using store = await openTestStore()
  const view = 'exceptions_of_logs'
  const [made] = await store.query<{ sql: string }>(
    `SELECT create_table_query AS sql FROM system.tables WHERE database = currentDatabase() AND name = '${view}'`,
  )
  await store.command(`DROP VIEW ${view}`)
  await store.insert(rows)
  expect(await hasArrived(store, { traceId: seen.traceIds[0] })).toMatchObject({ logs: 3, exceptions: 2 })
  await store.command(made?.sql ?? '')
  await store.insert(rows)

  expect(await hasArrived(store, { traceId: seen.traceIds[0] })).toMatchObject({ logs: 3, exceptions: 3 })
})

const seen = {
  range: { from: subjects.fromNs, to: subjects.toNs } as TimeRange,
  traceIds: [subjects.traceId as TraceId] as const,
  digests: [subjects.digest],
  service: 'cart',
}

/** Some of the rows, each up to three times, in any order, in up to four inserts. */
const deliveries = fc
  .array(fc.tuple(fc.nat(rows.length - 1), fc.integer({ min: 1, max: 3 }), fc.nat(3)), { minLength: 30, maxLength: 60 })
  .map(chosen => {
    const inserts: Row[][] = [[], [], [], []]
    for (const [row, times, place] of chosen) {
      for (let i = 0; i < times; i++) inserts[(place + i) % 4]?.push(...rows.slice(row, row + 1))
    }
    return inserts
  })

async function answersOf(store: TestStore, values: Values): Promise<Record<string, unknown[]>> {
  const answers: Record<string, unknown[]> = {}
  for (const file of questions) {
    const sql = writtenIn(file)
    const given = paramsOf(sql).map(({ name, type }) => [name, valueFor(file, name, type, values)])
    const answer = await store.ask({ name: file, sql, params: Object.fromEntries(given), decode: row => row })
    answers[file] = answer.map(row => Object.entries(Object(row)).filter(([column]) => !OF_ROWS.includes(column)))
  }
  return answers
}

type Value = string | bigint | readonly (string | bigint)[]
type Values = Readonly<Record<string, Value>>

/** Values of parameters by their names, of which a file may have its own as `<file> <name>`. */
async function valuesFor(store: TestStore): Promise<Values> {
  const [thrown] = await store.query<{ id: string; issue: string; dedupeKey: string; atNs: string }>(
    "SELECT leftPad(lower(hex(Id)), 16, '0') AS id, Issue AS issue, DedupeKey AS dedupeKey, toUnixTimestamp64Nano(Timestamp) AS atNs FROM exceptions WHERE Source = 'log' AND TraceId != '' AND SpanId != '' LIMIT 1",
  )
  if (thrown === undefined) throw new Error('No exception was stored')
  const everyIssue = await store.query<{ Issue: string }>('SELECT DISTINCT Issue FROM exceptions')
  const issues = everyIssue.map(({ Issue }) => Issue)
  const [varied] = await store.query<{ Issue: string }>("SELECT Issue FROM exceptions WHERE Type = 'Much' LIMIT 1")
  const { fromNs, toNs } = subjects
  const hours = (ns: bigint) => issues.map(() => ns)
  return {
    ...subjects,
    ...thrown,
    'exceptions/get-exception.sql limit': 1n,
    'accounting/count-stored.sql toNs': toNs + 7_200_000_000_000n,
    everyMinutes: 30n,
    every: 60n,
    stepNs: 1_800_000_000_000n,
    beforeNs: toNs,
    'overview beforeNs': fromNs - (toNs - fromNs),
    'issue-counts/count-issue.sql beforeNs': fromNs - (toNs - fromNs),
    dayFromNs: fromNs,
    dayToNs: fromNs,
    lateNs: fromNs,
    sinceNs: fromNs,
    'issue-counts sinceNs': hours(fromNs),
    'releases sinceNs': [fromNs],
    firstNs: [fromNs],
    lastNs: [toNs],
    'noise/list-drop-windows.sql fromNs': [fromNs],
    'noise/list-drop-windows.sql toNs': [toNs],
    'exceptions/list-logged-events.sql atNs': [BigInt(thrown.atNs)],
    sames: [BigInt(thrown.dedupeKey)],
    issues,
    members: issues,
    'issue-events/list-issue-history.sql issues': ['stated'],
    'issue-events/list-statements.sql issues': [],
    'issues/list-similar-issues.sql members': [],
    'issues/list-similar-issues.sql message': 'much of it',
    'issues/list-partings.sql issue': varied?.Issue ?? '',
    'drop-preview/try-on-specimens.sql rule': 'health-check',
    traceIds: [subjects.traceId],
    sessionIds: [subjects.sessionId],
    services: ['shop', 'shop-browser', 'cart'],
    'releases services': ['shop'],
    releases: ['1', '2'],
    previous: ['1'],
    'releases release': '2',
    'releases/list-releases.sql release': '',
    'source-maps release': '2',
    'source-maps service': 'shop',
    'source-maps services': ['shop'],
    scripts: ['a.js'],
    script: 'a.js',
    whats: ['duration', 'lcp'],
    types: [''],
    routes: [''],
    patterns: ['.*'],
    'issue-events/list-ruled-issues.sql services': [''],
    'pipeline service': 'shop',
    rules: ['health-check', 'not-found', 'resize-observer-loop'],
    metrics: ['otelcol_processor_filter_logs.filtered'],
    subject: subjects.traceId,
    tab: 'all',
    sort: 'events',
    by: 'start',
    direct: '0',
    afterText: '',
    facts: ['failed'],
    hourNs: toNs - 3_600_000_000_000n,
    fits: '.*',
    leastRows: 1n,
    maxDurationNs: 0n,
    httpStatus: 0n,
    failedOnly: 0n,
    itsFailed: 0n,
    found: 0n,
    offset: 0n,
    rising: 0n,
    minDurationNs: 0n,
    afterNs: 0n,
    slotNs: 0n,
  }
}

const BY_TYPE: Values = {
  String: '',
  Int64: subjects.fromNs,
  UInt64: 1_000_000n,
  UInt32: 1000n,
  UInt8: 60n,
  UInt16: 60n,
  'Array(String)': [],
  'Array(UInt64)': [],
}

function valueFor(file: string, name: string, type: string, values: Values): Value {
  const folder = file.split('/')[0]
  const value = values[`${file} ${name}`] ?? values[`${folder} ${name}`] ?? values[name] ?? BY_TYPE[type]
  if (value === undefined) throw new Error(`No value for ${name} of ${file}`)
  return value
}
