import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDatabase } from '../../test/store/new-database.ts'
import { applySchema } from './apply-schema.ts'

/** A database with the current schema, for tests that do not change it. */
let whole: Awaited<ReturnType<typeof newDatabase>>
beforeAll(async () => {
  whole = await newDatabase(afterAll)
  await applySchema(whole.options)
})

test('every table that grows has the retention of its signal, and a new setting reaches it', async () => {
  const { options, tables } = await newDatabase()
  const ttls = async () =>
    Object.fromEntries(
      (await tables()).flatMap(({ name, sql }) => {
        const ends = Array.from(sql.matchAll(/toIntervalDay\((\d+)\)/g), ([, days]) => days)
        const days = ends.length === 0 ? undefined : ends.join(' ')
        return sql.startsWith('CREATE TABLE') ? [[name, days]] : []
      }),
    )
  const expected = (
    traces: string,
    index: string,
    logs: string,
    metrics: string,
    exceptions: string,
    digests: string,
    longest: string,
  ) => ({
    otel_traces: traces,
    span_samples: traces,
    log_samples: logs,
    transactions: traces,
    operation_activity: traces,
    service_activity: `${traces} ${longest} ${exceptions} ${digests}`,
    vitals: traces,
    trace_parts: traces,
    trace_index: index,
    otel_logs: logs,
    otel_metrics_gauge: metrics,
    otel_metrics_sum: metrics,
    otel_metrics_histogram: metrics,
    otel_metrics_exponential_histogram: metrics,
    otel_metrics_summary: metrics,
    exceptions,
    issue_activity: exceptions,
    digests,
    source_maps: digests,
    issues: `${exceptions} ${exceptions} ${exceptions} ${digests}`,
    issue_events: undefined,
    session_steps: traces,
    noise_spans: '7',
    noise_logs: '7',
    noise_counts: `${exceptions} ${digests}`,
    noise_paths: '37',
    alert_evaluations: '8',
    alert_deliveries: '90',
    exceptions_buffer: undefined,
    exceptions_grouped: undefined,
    schema_version: undefined,
  })

  await applySchema(options)
  expect(await ttls()).toEqual(expected('14', '30', '30', '30', '90', '400', '90'))
  await applySchema({ ...options, retentionDays: { traces: 60, logs: 3, metrics: 7, exceptions: 5, digests: 100 } })
  expect(await ttls()).toEqual(expected('60', '60', '3', '7', '5', '100', '60'))
})

test('a new retention keeps what an operator added to the TTL of a table: volumes, disks, compression', async () => {
  const { options, command, tables } = await newDatabase()
  await applySchema(options)
  const ttlOf = async (table: string) => {
    const { sql = '' } = (await tables()).find(({ name }) => name === table) ?? {}
    return /ENGINE = .+? TTL (.+?) SETTINGS /.exec(sql)?.[1]
  }
  const after = (days: number) => `toDateTime(Timestamp) + toIntervalDay(${days})`
  const ofOperator = `${after(2)} TO VOLUME 'default', ${after(3)} TO DISK 'default', ${after(1)} RECOMPRESS CODEC(ZSTD(6))`
  await command(`ALTER TABLE ${options.database}.otel_logs MODIFY TTL ${after(30)}, ${ofOperator}`)
  await command(
    `ALTER TABLE ${options.database}.issues MODIFY TTL toDateTime(LastSeen) + toIntervalDay(90) DELETE WHERE IsBrowser, toDateTime(LastSeen) + toIntervalDay(400), toDateTime(LastSeen) + toIntervalDay(9) TO VOLUME 'default'`,
  )
  await applySchema({ ...options, retentionDays: { traces: 14, logs: 10, metrics: 30, exceptions: 20, digests: 100 } })

  expect(await ttlOf('otel_logs')).toBe(`${after(10)}, ${ofOperator}`)
  expect(await ttlOf('issues')).toBe(
    "toDateTime(LastSeen) + toIntervalDay(20) WHERE IsBrowser, toDateTime(LastSeen) + toIntervalDay(100), toDateTime(LastSeen) + toIntervalDay(9) TO VOLUME 'default'",
  )
  expect(await ttlOf('otel_traces')).toBe(after(14))
})

test('expired rows are deleted', async () => {
  const { options, query, command } = whole
  await command(`INSERT INTO ${options.database}.otel_logs (Timestamp, Body) VALUES (now64(9) - 31 * 86400, 'old')`)
  await command(`INSERT INTO ${options.database}.otel_logs (Timestamp, Body) VALUES (now64(9) - 29 * 86400, 'young')`)
  await command(`OPTIMIZE TABLE ${options.database}.otel_logs FINAL`)

  expect(await query('SELECT Body FROM {database:Identifier}.otel_logs')).toEqual([{ Body: 'young' }])
})

test('the name of an issue expires with its exceptions, first seen does not', async () => {
  const { options, query, command } = whole
  const latest = (age: number) => `(now64(9) - ${age}, 'TypeError', 'x is undefined', '/', 'f')`
  for (const [issue, days] of Object.entries({ gone: 401, old: 91, young: 89 })) {
    const age = days * 86_400
    await command(
      `INSERT INTO ${options.database}.issues VALUES ('${issue}', 'shop', '1', 0, now64(9) - ${age}, now64(9) - ${age}, ${latest(age)}, (1, 'TypeError', 'm'))`,
    )
  }
  await command(`OPTIMIZE TABLE ${options.database}.issues FINAL`)

  expect(
    await query(
      'SELECT Issue, FirstSeen > 0 AS isSeen, Latest.3 AS message, Opening.3 AS title FROM {database:Identifier}.issues ORDER BY Issue',
    ),
  ).toEqual([
    { Issue: 'old', isSeen: 1, message: '', title: '' },
    { Issue: 'young', isSeen: 1, message: 'x is undefined', title: 'm' },
  ])
})

test('daily activity of services is kept as long as digests, five-minute activity as long as its signal', async () => {
  const { options, query, command } = whole
  const row = (minutes: number, days: number) =>
    `SELECT ${minutes}, 'logs', now() - ${days * 86_400}, 's${minutes}-${days}'`
  const rows = [row(30, 13), row(30, 15), row(5, 89), row(5, 91), row(1440, 399), row(1440, 401)]
  await command(
    `INSERT INTO ${options.database}.service_activity (BucketMinutes, Signal, Bucket, ServiceName) ${rows.join(' UNION ALL ')}`,
  )
  await command(`OPTIMIZE TABLE ${options.database}.service_activity FINAL`)

  const left =
    "SELECT ServiceName AS name FROM {database:Identifier}.service_activity WHERE ServiceName LIKE 's%' ORDER BY 1"
  expect(await query(left)).toEqual([{ name: 's1440-399' }, { name: 's30-13' }, { name: 's5-89' }])
})

test('names sent only by browsers expire with exceptions, those of servers with digests', async () => {
  const { options, query, command } = whole
  const { database } = options
  for (const days of [89, 91, 399]) {
    const [at, release] = [`now() - ${days * 86_400}`, `release-${days}`]
    for (const [service, side] of [
      ['named', 0],
      ['named-browser', 1],
    ]) {
      await command(
        `INSERT INTO ${database}.issues (Issue, ServiceName, IsBrowser, Release, LastSeen) VALUES ('named', '${service}', ${side}, '${release}', ${at})`,
      )
      await command(
        `INSERT INTO ${database}.service_activity (BucketMinutes, Signal, Bucket, ServiceName, IsBrowser, Release) VALUES (1440, 'spans', ${at}, '${service}', ${side}, '${release}')`,
      )
      await command(
        `INSERT INTO ${database}.noise_counts (Rule, Minute, Source, ServiceName, IsBrowser, Release) VALUES ('not-found', ${at}, 'span', '${service}', ${side}, '${release}')`,
      )
    }
  }
  for (const table of ['issues', 'service_activity', 'noise_counts']) {
    await command(`OPTIMIZE TABLE ${database}.${table} FINAL`)
    const left = `SELECT ServiceName AS service, groupArray(Release) AS releases
      FROM (SELECT DISTINCT ServiceName, Release FROM {database:Identifier}.${table} WHERE ServiceName LIKE 'named%' ORDER BY ALL) GROUP BY ALL ORDER BY ALL`
    expect([table, await query(left)]).toEqual([
      table,
      [
        { service: 'named', releases: ['release-399', 'release-89', 'release-91'] },
        { service: 'named-browser', releases: ['release-89'] },
      ],
    ])
  }
})
