import { expect, test } from 'vitest'
import { insertExpressions } from '../search/insert-expressions.ts'
import { DELIVERED_ROWS, DELIVERED_SUBJECTS } from '../test/store/delivered-rows.ts'
import { openTestStore, type TestStore } from '../test/store/open-test-store.ts'
import { listQueryParams, queryFiles, readStoreFile } from '../test/store/query-files.ts'
import { createParamValues, type ParamValues, valueFor } from '../test/store/run-queries.ts'
import { writeConventions } from './schema/conventions.ts'

const ROWS = 100_000
/** A query may read this much of a history: some blocks of each of its parts. */
const FEW = 9_000

/** Queries that need something of all time, and what it is. */
const OF_ALL_TIME = new Map([
  ...each(
    [
      'issues/find-issues.sql',
      'issues/list-issue-changes.sql',
      'issues/list-issue-facets.sql',
      'issues/rank-issues.sql',
    ],
    'issues: when each was last seen; the rest of those of the range',
  ),
  ...each(
    ['releases/count-release-issues.sql', 'releases/list-release-issues.sql', 'alerts/list-issue-places.sql'],
    'issues: as above',
  ),
  ...each(
    ['alerts/list-issues-begun.sql'],
    'issues: when each was first seen, and the types of those that are like new ones',
  ),
  ...each(['issues/list-ruled-issues.sql'], 'issues: which of them rules match'),
  ...each(['issues/list-similar-issues.sql'], 'issues: their messages'),
  ...each(
    ['releases/list-releases.sql', 'releases/list-releases-seen.sql', 'issues/list-release-order.sql'],
    'service_activity by day: when each release began',
  ),
  ...each(
    ['releases/list-release-requests.sql', 'releases/list-release-sessions.sql', 'releases/list-release-durations.sql'],
    'two weeks of a release, whenever it began',
  ),
  ...each(
    ['pipeline/list-signals.sql'],
    'service_activity by day: what was stored last, whatever its time; and metrics, if ever',
  ),
  ...each(['storage/list-stored-by-service.sql'], 'service_activity: what was stored in the range, whatever its time'),
  ...each(
    ['issues/list-issue-events.sql', 'issues/list-rules.sql', 'alerts/list-resolves-and-mutes.sql'],
    'issue_events, a log that is read whole',
  ),
  ...each(['issues/list-issues-of-batch.sql', 'saved-searches/list-saved-searches.sql'], 'issue_events'),
  ...each(
    ['alerts/list-alert-events.sql', 'alerts/list-alert-deliveries.sql'],
    'what was told of alerts, by time without a key',
  ),
  ...each(['spans/find-span.sql'], 'otel_traces: a span by its id alone'),
  ...each(
    ['noise/list-drops.sql'],
    'noise_counts: when each rule last removed something; here 1,000 days of a look back',
  ),
])

function each(files: readonly string[], reason: string) {
  return files.map(file => [file, reason] as const)
}

test('what a query reads does not grow with what is older than its range', async () => {
  await using before = await openTestStore(DELIVERED_ROWS)
  await using after = await openTestStore(DELIVERED_ROWS)
  const values = await createParamValues(before)
  for (const statement of history()) await after.command(statement)

  const grown: string[] = []
  for (const file of queryFiles.filter(file => !OF_ALL_TIME.has(file))) {
    const more = (await countReadRows(after, file, values)) - (await countReadRows(before, file, values))
    if (more > FEW) grown.push(`${file}: ${more} rows more`)
  }
  expect(grown).toEqual([])
})

test.each([...OF_ALL_TIME.keys()])('%s is a query', file => {
  expect(queryFiles).toContain(file)
})

const { fromNs, toNs } = DELIVERED_SUBJECTS
const between = (column: string) =>
  `${column} >= fromUnixTimestamp64Nano(${fromNs}::Int64) AND ${column} < fromUnixTimestamp64Nano(${toNs}::Int64)`
const told = writeConventions()
/** The store inserts the parts of a range; a file alone reads all stored buckets. */
const parts = new Map([
  ['stored', `BucketMinutes = 60 AND ${between('Bucket')}`],
  ['single', between('Timestamp')],
])

async function countReadRows(store: TestStore, file: string, values: ParamValues): Promise<number> {
  const sql = insertExpressions(
    readStoreFile(file),
    (name, hasDefault) => told.get(name) ?? (hasDefault ? parts.get(name) : undefined),
  )
  const params = listQueryParams(sql).map(({ name, type }) => [
    `param_${name}`,
    write(valueFor(file, name, type, values)),
  ])
  const settings =
    'read_in_order_use_buffering = 0, do_not_merge_across_partitions_select_final = 1, use_query_condition_cache = 0'
  const { status, text, headers } = await store.engine.send({
    body: `${sql} SETTINGS ${settings} FORMAT Null`,
    query: { database: store.database, wait_end_of_query: '1', ...Object.fromEntries(params) },
  })
  expect(status, `${file}: ${text}`).toBe(200)
  return Number(JSON.parse(String(headers['x-clickhouse-summary'])).read_rows)
}

function write(value: unknown): string {
  const quoted = (one: unknown) => (typeof one === 'string' ? `'${one}'` : `${one}`)
  return Array.isArray(value) ? `[${value.map(quoted).join()}]` : `${value}`
}

/** Rows of other subjects, from two days before the range, as far back as each table keeps them. */
function history(): string[] {
  const days = (count: number) => `toIntervalSecond(3 * 86400 + intDiv(number * ${(count - 4) * 86_400}, ${ROWS}))`
  const all = 'SETTINGS max_partitions_per_insert_block = 0'
  const copies = (table: string, of: number, replaced: string, where = '1') =>
    `INSERT INTO ${table} SELECT row.* REPLACE (${replaced})
      FROM (SELECT * FROM ${table} WHERE ${where} LIMIT 5) AS row CROSS JOIN (SELECT number * ${ROWS / of} AS number FROM numbers(${of})) AS copies ${all}`
  const id = 'lower(hex(sipHash128(number)))'
  const activity = (minutes: number, kept: number, of: string) =>
    `INSERT INTO service_activity (BucketMinutes, Signal, Bucket, ServiceName, Environment, Release, NewestStored, FirstSeen, LastSeen)
      SELECT ${minutes}, ['spans', 'logs'][number % 2 + 1],
        toDateTime(intDiv(toUnixTimestamp(now() - ${days(kept)}), ${minutes * 60}) * ${minutes * 60}) AS start,
        concat('service-', toString(sipHash64(number) % 50)), 'production', ${of}, start, start, start
      FROM numbers(${ROWS}) ${all}`
  return [
    `INSERT INTO issues SELECT substring(lower(hex(sipHash128(intDiv(number, 5)))), 1, 16), 'other', toString(number % 5), 0,
      now64(9) - ${days(400)} AS seen, seen, (seen, 'TypeError', 'no price', '/old', 'f'), (1, 'TypeError', 'no price')
      FROM numbers(${ROWS})`,
    activity(1440, 400, 'toString(intDiv(number, 1000))'),
    activity(180, 14, "'1'"),
    activity(5, 90, "'1'"),
    `INSERT INTO exceptions SELECT row.* REPLACE (now64(9) - ${days(90)} AS Timestamp, sipHash64(number) AS Id, sipHash64(number) AS DedupeKey,
        ${id} AS TraceId, '' AS SessionId, substring(${id}, 1, 16) AS Issue, concat('d', toString(number)) AS Digest)
      FROM (SELECT * FROM exceptions LIMIT 1) AS row CROSS JOIN (SELECT number * 4 AS number FROM numbers(${ROWS / 4})) AS copies ${all}`,
    copies(
      'otel_traces',
      ROWS / 40,
      `now64(9) - ${days(14)} AS Timestamp, ${id} AS TraceId`,
      "SpanAttributes['session.id'] = ''",
    ),
    copies(
      'otel_logs',
      ROWS / 40,
      `now64(9) - ${days(30)} AS Timestamp, map('log.record.uid', toString(number)) AS LogAttributes, '' AS TraceId`,
      "EventName = ''",
    ),
    copies('otel_metrics_gauge', ROWS / 5, `now64(9) - ${days(30)} AS TimeUnix`),
    copies('otel_metrics_sum', ROWS / 5, `now64(9) - ${days(30)} AS TimeUnix`),
    copies('noise_spans', ROWS / 20, `now64(9) - ${days(7)} AS Timestamp, ${id} AS TraceId`),
    copies('alert_events', ROWS / 5, `now64(9) - ${days(400)} AS At, ${id} AS Id`),
    copies('alert_evaluations', ROWS / 5, `now() - ${days(8)} AS Slot`),
    copies('alert_deliveries', ROWS / 5, `now64(9) - ${days(90)} AS At, ${id} AS Event`),
    copies('issue_events', ROWS / 5, `now64(9) - ${days(400)} AS At, ${id} AS Id, ${id} AS Issue, ${id} AS Batch`),
    copies('deploys', ROWS / 50, `now64(9) - ${days(400)} AS At, ${id} AS Id, ${id} AS Release`),
  ]
}
