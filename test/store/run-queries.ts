import { isDeepStrictEqual } from 'node:util'
import { TABLES } from '../../store/schema/tables/table-names.ts'
import type { Store } from '../../store/store.ts'
import { DELIVERED_SUBJECTS } from './delivered-rows.ts'
import type { TestStore } from './open-test-store.ts'
import { listQueryParams, queryFiles, readQuery } from './query-files.ts'

/** Columns with storage times, row counts, or an arbitrary one of several values. */
const OF_ROWS = [
  'newestStoredNs',
  'asOfNs',
  'nearEnds',
  'lookedRows',
  'anyType',
  'anyMessage',
  'diskBytes',
  'freeBytes',
  'ofDayBytes',
  'spanBytes',
  'logBytes',
  'leavingBytes',
]
/** Counts rows, which are more for repeated deliveries. */
const ROW_COUNT = /^(span|log|point|delayed)Rows$|Delay$/
/** Return duplicate rows; their callers remove them. */
const RAW = [
  'traces/list-spans.sql',
  'traces/list-span-outlines.sql',
  'traces/list-brief-spans.sql',
  'traces/read-span-parents.sql',
  'spans/find-spans.sql',
]
/** Returns candidates that depend on how rows were inserted; every-answer.ts checks the final results. */
const FIRST_STEPS = [
  'traces/list-sorted-trace-ids.sql',
  'traces/list-trace-ids.sql',
  'traces/list-trace-ids-by-duration.sql',
  'traces/list-trace-ids-by-spans.sql',
  'storage/list-bytes-by-day.sql',
]
/**
 * Reads errors of the server, which these rows do not contain, and exceptions that several spans recorded, of which the store keeps the span
 * that came last.
 */
const WITHOUT_ROWS = ['pipeline/find-refusal.sql', 'exceptions/list-attempts.sql']

/** Results of every query of store/ by file: rows as text, without columns that depend on repeated deliveries. */
export async function runQueries(store: Store, values: ParamValues): Promise<ReadonlyMap<string, readonly string[]>> {
  const answers = new Map<string, readonly string[]>()
  for (const file of queryFiles.filter(file => !WITHOUT_ROWS.includes(file))) {
    const sql = readQuery(file)
    const given = listQueryParams(sql).map(({ name, type }) => [name, valueFor(file, name, type, values)])
    const params = Object.fromEntries(given)
    const rows = await store.query({ name: file, sql, params, decode: row => row }).catch(cause => {
      throw new Error(`${file} failed`, { cause })
    })
    const shown = rows.map(row =>
      JSON.stringify(
        Object.entries(Object(row)).filter(([column]) => !OF_ROWS.includes(column) && !ROW_COUNT.test(column)),
      ),
    )
    const isUnordered = /^-- One row [^\n]+, in no order/.test(sql)
    answers.set(file, RAW.includes(file) ? [...new Set(shown)].sort() : isUnordered ? shown.sort() : shown)
  }
  return answers
}

/** Queries without a result. */
export const findQueriesWithoutRows = (answers: ReadonlyMap<string, readonly string[]>) =>
  [...answers].filter(([, rows]) => rows.length === 0).map(([file]) => file)

/** Queries with different results, with both results. Candidates may differ. */
export function findDifferentResults(
  one: ReadonlyMap<string, readonly string[]>,
  other: ReadonlyMap<string, readonly string[]>,
) {
  return [...one]
    .filter(([file]) => !FIRST_STEPS.includes(file))
    .map(([file, rows]) => ({ file, one: rows, other: other.get(file) }))
    .filter(({ one, other }) => !isDeepStrictEqual(one, other))
}

type Value = string | bigint | readonly (string | bigint)[]
export type ParamValues = Readonly<Record<string, Value>>

/**
 * Parameter values by name, or by `<file> <name>` for a file or folder: with them, every query finds something in the rows of
 * delivered-rows.ts.
 */
export async function createParamValues(store: TestStore, traceId = DELIVERED_SUBJECTS.traceId): Promise<ParamValues> {
  const [thrown] = await store.querySql<{ id: string; issue: string; dedupeKey: string; atNs: string }>(
    "SELECT leftPad(lower(hex(Id)), 16, '0') AS id, Issue AS issue, DedupeKey AS dedupeKey, toUnixTimestamp64Nano(Timestamp) AS atNs FROM exceptions WHERE Source = 'log' AND TraceId != '' AND SpanId != '' LIMIT 1",
  )
  if (thrown === undefined) throw new Error('No exception was stored')
  const everyIssue = await store.querySql<{ Issue: string }>('SELECT DISTINCT Issue FROM exceptions ORDER BY Issue')
  const issues = everyIssue.map(({ Issue }) => Issue)
  const { fromNs, toNs } = DELIVERED_SUBJECTS
  const hours = (ns: bigint) => issues.map(() => ns)
  return {
    ...DELIVERED_SUBJECTS,
    ...thrown,
    traceId,
    'exceptions/get-exception.sql limit': 1n,
    'logs/get-log.sql limit': 1n,
    'spans/find-span.sql spanId': DELIVERED_SUBJECTS.requestId,
    'storage/list-stored-by-service.sql toNs': toNs + 7_200_000_000_000n,
    everyMinutes: 30n,
    every: 60n,
    ever: 1n,
    stepNs: 1_800_000_000_000n,
    beforeNs: toNs,
    'issues/list-issue-changes.sql beforeNs': fromNs - (toNs - fromNs),
    'services beforeNs': fromNs - (toNs - fromNs),
    'sessions/count-affected-sessions.sql beforeNs': fromNs - (toNs - fromNs),
    'vitals beforeNs': fromNs - (toNs - fromNs),
    'services/list-latencies-over-time.sql service': 'shop',
    'services/list-self-times.sql service': 'shop',
    'services/list-queue-times.sql service': 'mail',
    'services/list-span-shapes.sql service': 'shop',
    'services/get-sampled-share.sql service': 'shop',
    'services/list-log-shapes.sql service': 'shop',
    names: ['service.version'],
    'services/list-vital-causes.sql service': 'shop-browser',
    'issues/rank-issues.sql sort': 'impact',
    endsNow: 0n,
    newSinceNs: fromNs,
    stopEvents: 1n,
    minQuietNs: 3_600_000_000_000n,
    durationBounds: [1_000_000n],
    lateNs: fromNs,
    sinceNs: fromNs,
    'issues/count-since.sql sinceNs': hours(fromNs),
    'releases sinceNs': [fromNs],
    'releases/count-release-issues.sql sinceNs': fromNs,
    'releases/count-release-issues.sql firstNs': [toNs],
    firstNs: [fromNs],
    lastNs: [toNs],
    ...alertParams(fromNs, toNs, issues),
    'noise/list-drop-windows.sql fromNs': [fromNs],
    'noise/list-drop-windows.sql toNs': [toNs],
    'exceptions/list-logged-span-events.sql atNs': [BigInt(thrown.atNs)],
    sames: [BigInt(thrown.dedupeKey)],
    issues,
    members: issues,
    historyOf: 'stated',
    bucketsFromNs: fromNs,
    bucketsToNs: toNs,
    bucketMinutes: 60n,
    hours: [(toNs / 3_600_000_000_000n) * 3_600n],
    byRelease: 1n,
    'issues/list-similar-issues.sql members': [],
    'issues/list-similar-issues.sql message': 'much of it',
    idPrefix: 'no query',
    traceIds: [traceId],
    'traces/list-linked-spans.sql spanIds': [DELIVERED_SUBJECTS.requestId],
    'traces/list-brief-spans.sql spanIds': [DELIVERED_SUBJECTS.requestId],
    'issues/get-first-commit.sql limit': 1n,
    'traces/rank-duration.sql service': 'shop',
    'traces/rank-duration.sql operation': 'GET /cart',
    'spans/list-typical-durations.sql services': ['shop'],
    'spans/list-typical-durations.sql names': ['GET /cart'],
    'spans/list-typical-durations.sql most': 1_000n,
    sessionIds: [DELIVERED_SUBJECTS.sessionId],
    services: ['shop', 'shop-browser', 'cart'],
    'releases services': ['shop'],
    'releases/list-release-browsers.sql services': ['shop-browser'],
    releases: ['1', '2'],
    previous: ['1'],
    'releases/count-release-issues.sql releases': ['2'],
    'releases/count-release-issues.sql previous': ['0'],
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
    'issues/list-ruled-issues.sql services': [''],
    'pipeline service': 'shop',
    'pipeline/list-refused-requests.sql service': 'errata-otelcol',
    'pipeline/list-refused-requests.sql statuses': ['400'],
    parts: 30n,
    rules: ['health-check', 'not-found', 'resize-observer-loop'],
    metrics: ['otelcol_processor_filter_logs.filtered'],
    subject: traceId,
    tab: 'all',
    table: TABLES.spans,
    groupValues: ["('')"],
    'logs table': TABLES.logs,
    'storage/list-log-volume.sql table': TABLES.logs,
    'storage level': 0n,
    samples: TABLES.spanSamples,
    sort: 'events',
    by: 'start',
    afterText: '',
    facts: ['failed'],
    buckets: Array.from({ length: 12 }, (_, index) => (toNs / 300_000_000_000n - BigInt(index)) * 300n),
    'services/list-traffic-declines.sql toNs': toNs + 172_800_000_000_000n,
    recent: [(toNs / 300_000_000_000n) * 300n],
    usual: [(fromNs / 300_000_000_000n) * 300n],
    atLeast: 0n,
    mostPercent: 100n,
    hourNs: toNs - 3_600_000_000_000n,
    fits: '.*',
    leastRows: 1n,
    leastRuns: 2n,
    leastNs: 1n,
    maxDurationNs: 0n,
    httpStatus: 0n,
    failedOnly: 0n,
    narrowed: 1n,
    found: 0n,
    offset: 0n,
    'spans level': 0n,
    'logs level': 0n,
    rising: 0n,
    long: 0n, // The duration, which code inserts, is 0 here: shorter than the longest rows.
    most: 20n,
    minDurationNs: 0n,
    afterNs: 0n,
    bucketNs: 0n,
    'spans bucketNs': 1_800_000_000_000n,
    'logs bucketNs': 1_800_000_000_000n,
  }
}

/** One window, from the first row to the last, and one selector of everything. */
function alertParams(fromNs: bigint, toNs: bigint, issues: readonly string[]): ParamValues {
  const [from, to] = [fromNs / 1_000_000_000n, toNs / 1_000_000_000n]
  const fives = Array.from({ length: Number(to - from) / 300 }, (_, i) => from + BigInt(i) * 300n)
  const hours = fives.filter(start => start % 3_600n === 0n)
  const latencies = 'alerts/list-latencies-in-windows.sql'
  const exceptions = 'alerts/count-exceptions-in-windows.sql'
  const allOf = (file: string) =>
    Object.fromEntries(
      ['services', 'environments', 'releases', 'operations', 'owners'].map(name => [`${file} ${name}`, ['']]),
    )
  return {
    ...allOf(latencies),
    ...allOf(exceptions),
    [`${latencies} fromNs`]: [fromNs],
    [`${latencies} toNs`]: [toNs],
    'alerts/list-issues-begun.sql fromNs': [fromNs],
    'alerts/list-issues-begun.sql toNs': [toNs],
    'alerts subject': '',
    'alerts groups': [0n],
    'alerts groupOf': [0n],
    'alerts windows': [0n],
    'alerts targets': [0n],
    [`${latencies} byOperation`]: 1n,
    'alerts minutes': [5n],
    'alerts starts': [from],
    'alerts ends': [to],
    'alerts rowFromS': [from],
    'alerts rowToS': [from],
    'alerts rowWindows': [0n],
    'alerts kinds': ['issue'],
    'alerts measures': ['exceptions'],
    'alerts leasts': [1n],
    'alerts/count-crashes-in-windows.sql starts': fives.filter(start => start % 10_800n === 0n),
    'alerts/count-crashes-in-windows.sql windows': fives.filter(start => start % 10_800n === 0n).map(() => 0n),
    'alerts starts180': [],
    'alerts starts30': [],
    'alerts starts5': fives,
    'alerts divided': [],
    'alerts times': [toNs],
    'alerts lengthNs': toNs - fromNs,
    'alerts/list-rhythms-at.sql leastRuns': 1n,
    'alerts evenPercent': 15n,
    'alerts/list-first-activity.sql sinceNs': issues.map(() => fromNs),
    'alerts/list-hours-since.sql sinceNs': issues.map(() => fromNs),
    'alerts hours': hours,
    'alerts usualHours': hours,
    'alerts least': 1n,
    ...Object.fromEntries(
      ['traces', 'logs', 'exceptions'].map(found => [`alerts/count-found-${found}.sql firstNs`, toNs]),
    ),
    'alerts windowsMost': 1n,
  }
}

const BY_TYPE: ParamValues = {
  String: '',
  Int64: DELIVERED_SUBJECTS.fromNs,
  UInt64: 1_000_000n,
  UInt32: 1000n,
  UInt8: 60n,
  UInt16: 60n,
  'Array(String)': [],
  'Array(UInt64)': [],
}

export function valueFor(file: string, name: string, type: string, values: ParamValues): Value {
  const folder = file.split('/')[0]
  const value = values[`${file} ${name}`] ?? values[`${folder} ${name}`] ?? values[name] ?? BY_TYPE[type]
  if (value === undefined) throw new Error(`No value for ${name} of ${file}`)
  return value
}
