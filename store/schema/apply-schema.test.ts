import { randomBytes } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createClient } from '@clickhouse/client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { testEngine, writerOf } from '../../test/open-test-store.ts'
import { TEST_RETENTION_DAYS } from '../../test/test-databases.ts'
import { applySchema } from './apply-schema.ts'
import { FIRST_VERSION, readSchemaFiles } from './schema-files.ts'

const newest = readSchemaFiles(import.meta.dirname).version

/** One with today's schema, for tests that leave it as it is: to make one takes seconds. */
let whole: Awaited<ReturnType<typeof newDatabase>>
beforeAll(async () => {
  whole = await newDatabase(afterAll)
  expect(await applySchema(whole.options)).toEqual({ from: 0, to: newest })
})

/** A database that is not there yet, on the engine of this file, and what to look at it with. */
async function newDatabase(atEnd: (work: () => Promise<void>) => void = onTestFinished) {
  const writer = writerOf(await testEngine())
  const database = `test_${randomBytes(6).toString('hex')}`
  const client = createClient({ url: writer.url, username: writer.user, password: writer.password })
  atEnd(async () => {
    await client.command({ query: `DROP DATABASE IF EXISTS ${database}` })
    await client.close()
  })
  const query = async <T>(sql: string) => {
    const result = await client.query({ query: sql, query_params: { database }, format: 'JSONEachRow' })
    return await result.json<T>()
  }
  return {
    options: { ...writer, database, retentionDays: TEST_RETENTION_DAYS },
    query,
    command: (sql: string) => client.command({ query: sql }),
    tables: () =>
      query<{ name: string; sql: string }>(
        'SELECT name, create_table_query AS sql FROM system.tables WHERE database = {database:String} ORDER BY name',
      ),
  }
}

/** A copy of the schema files with which a test may do what it likes. */
function copyOfTheFiles(): string {
  const folder = mkdtempSync(join(tmpdir(), 'errata-schema-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(import.meta.dirname, folder, { recursive: true })
  return folder
}

/** Of the next version: a column more in the table of logs, and a table of its own with what it makes of the rows that are there. */
function filesOfTheNextVersion(): string {
  const folder = copyOfTheFiles()
  const logs = join(folder, 'tables/otel-logs.sql')
  const later = `-- One row per service.
-- Key: service
-- Shard key: none
CREATE TABLE IF NOT EXISTS {{database}}.later{{local}} {{on_cluster}} (ServiceName String) ENGINE = {{replacing}} ORDER BY ServiceName;\n`
  writeFileSync(logs, readFileSync(logs, 'utf8').replace('  StoredAt', '  Later UInt8,\n  StoredAt'))
  writeFileSync(join(folder, 'tables/later.sql'), later)
  writeFileSync(
    join(folder, `upgrades/${NEXT}`),
    `ALTER TABLE {{database}}.otel_logs{{local}} {{on_cluster}} ADD COLUMN IF NOT EXISTS Later UInt8 AFTER Id;
${later}
INSERT INTO {{database}}.later SELECT DISTINCT ServiceName FROM {{database}}.otel_logs;\n`,
  )
  return folder
}

const NEXT = `0${newest + 1}-later.sql`

test('what was brought to the newest schema stays as it is the second time', async () => {
  const { options, tables } = whole

  const made = await tables()
  expect(await applySchema(options)).toEqual({ from: newest, to: newest })
  expect(await tables()).toEqual(made)
})

test('an upgrade makes of an older database what a new one has, rows included, and is run once', async () => {
  const [old, fresh] = [await newDatabase(), await newDatabase()]
  const folder = filesOfTheNextVersion()
  const shapeOf = async ({ tables, options }: typeof old) =>
    (await tables()).map(({ sql }) => sql.replaceAll(options.database, 'db'))

  await applySchema(old.options)
  await old.command(`INSERT INTO ${old.options.database}.otel_logs (Timestamp, ServiceName) VALUES (now64(9), 'shop')`)
  expect(await applySchema({ ...old.options, folder })).toEqual({ from: newest, to: newest + 1 })
  expect(await applySchema({ ...old.options, folder })).toEqual({ from: newest + 1, to: newest + 1 })
  expect(await applySchema({ ...fresh.options, folder })).toEqual({ from: 0, to: newest + 1 })
  expect(await shapeOf(old)).toEqual(await shapeOf(fresh))
  expect(await old.query('SELECT ServiceName FROM {database:Identifier}.later')).toEqual([{ ServiceName: 'shop' }])
})

test('an upgrade that stopped in its middle goes on the next time', async () => {
  const { options, query, command } = await newDatabase()
  const folder = filesOfTheNextVersion()
  const upgrade = join(folder, `upgrades/${NEXT}`)
  const whole = readFileSync(upgrade, 'utf8')
  await applySchema(options)
  await command(`INSERT INTO ${options.database}.otel_logs (Timestamp, ServiceName) VALUES (now64(9), 'shop')`)

  writeFileSync(upgrade, whole.replace('SELECT DISTINCT', 'SELECT NoSuchColumn,'))
  await expect(applySchema({ ...options, folder })).rejects.toThrow(`upgrades/${NEXT} could not be applied`)
  writeFileSync(upgrade, whole)
  expect(await applySchema({ ...options, folder })).toEqual({ from: newest, to: newest + 1 })
  expect(await query('SELECT ServiceName FROM {database:Identifier}.later')).toEqual([{ ServiceName: 'shop' }])
})

test('refuses a database of a version that cannot be upgraded, and touches nothing', async () => {
  const { options, tables, command } = await newDatabase()
  await command(`CREATE DATABASE ${options.database}`)
  await command(
    `CREATE TABLE ${options.database}.schema_version (Number UInt32, Hash String) ENGINE = ReplacingMergeTree ORDER BY Number`,
  )
  await command(`INSERT INTO ${options.database}.schema_version VALUES (52, 'statements')`)

  await expect(applySchema(options)).rejects.toThrow(
    `Database ${options.database} was made by 0.2 or an older version, which cannot be upgraded: drop it, or for npm start remove the folder .errata/engine.`,
  )
  expect((await tables()).map(({ name }) => name)).toEqual(['schema_version'])
})

test('two at once end with the same schema as one', async () => {
  const { options, tables, query } = await newDatabase()

  await Promise.all([applySchema(options), applySchema(options), applySchema(options)])
  expect((await tables()).map(({ name }) => name)).toEqual((await whole.tables()).map(({ name }) => name))
  const applied = await query<{ Number: number }>(
    'SELECT Number FROM {database:Identifier}.schema_version FINAL ORDER BY 1',
  )
  expect(applied.map(row => row.Number)).toEqual([0, FIRST_VERSION])
})

test('goes on after its connection was cut at any statement', async () => {
  const { options, tables } = await newDatabase()
  let left = 0
  const proxy = createServer(async (request, response) => {
    left -= 1
    if (left < 0) {
      request.destroy()
      return
    }
    const { host, ...headers } = request.headers
    const body = await text(request)
    const answer = await fetch(`${options.url}${request.url}`, {
      method: request.method ?? 'POST',
      headers: { authorization: headers.authorization ?? '' },
      ...(body !== '' && { body }),
    })
    const code = answer.headers.get('x-clickhouse-exception-code')
    response.writeHead(answer.status, code === null ? {} : { 'x-clickhouse-exception-code': code })
    response.end(await answer.text())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  await new Promise(resolve => proxy.once('listening', resolve))
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`

  for (const budget of [0, 1, 3, 5, 12, 20, 60]) {
    left = budget
    await expect(applySchema({ ...options, url })).rejects.toMatchObject({ name: 'SchemaError' })
  }
  left = 1000
  await applySchema({ ...options, url })
  expect((await tables()).map(({ name }) => name)).toEqual((await whole.tables()).map(({ name }) => name))
})

test('refuses tables that were changed without an upgrade', async () => {
  const folder = copyOfTheFiles()
  const statement = 'ALTER TABLE {{database}}.otel_logs DROP INDEX IF EXISTS trace;\n'
  appendFileSync(join(folder, 'tables/otel-logs.sql'), statement)

  await expect(applySchema({ ...whole.options, folder })).rejects.toThrow(
    `The files of tables/ were changed after they had been applied to database ${whole.options.database}`,
  )
})

test('refuses an applied upgrade that was changed, and a database that is newer than the files', async () => {
  const { options } = await newDatabase()
  const folder = filesOfTheNextVersion()
  await applySchema({ ...options, folder })

  await expect(applySchema(options)).rejects.toThrow(
    `Database ${options.database} has schema ${newest + 1}, newer than this version knows (${newest}): run the version that made it, or a newer one.`,
  )
  appendFileSync(join(folder, `upgrades/${NEXT}`), "ALTER TABLE {{database}}.later MODIFY COMMENT '';\n")
  await expect(applySchema({ ...options, folder })).rejects.toThrow(
    `upgrades/${NEXT} was changed after it had been applied to database ${options.database}: restore the file and put the change into a new one.`,
  )
})

test('comments and white space of an applied file may change', async () => {
  const folder = copyOfTheFiles()
  const file = join(folder, 'tables/otel-logs.sql')
  writeFileSync(
    file,
    `-- Another comment.\n${readFileSync(file, 'utf8').replaceAll('\n', '\n\t').replaceAll('\n\tTTL', '\nTTL').replaceAll(',', ' , /* and */')}`,
  )

  expect(await applySchema({ ...whole.options, folder })).toEqual({ from: newest, to: newest })
})

test('says where to look when nothing answers', async () => {
  await expect(applySchema({ ...whole.options, password: 'wrong' })).rejects.toThrow(
    'check that ClickHouse answers at CLICKHOUSE_URL',
  )
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
    transactions: traces,
    service_activity: `${traces} ${longest} ${digests}`,
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
    issues: `${exceptions} ${digests}`,
    issue_statements: undefined,
    session_steps: traces,
    noise_spans: undefined,
    noise_logs: undefined,
    noise_items: undefined,
    noise_counts: digests,
    noise_subjects: '8',
    noise_specimens: '1',
    noise_paths: '37',
    noise_exceptions: undefined,
    schema_version: undefined,
  })

  await applySchema(options)
  expect(await ttls()).toEqual(expected('14', '30', '30', '30', '90', '400', '90'))
  await applySchema({ ...options, retentionDays: { traces: 60, logs: 3, metrics: 7, exceptions: 5, digests: 100 } })
  expect(await ttls()).toEqual(expected('60', '60', '3', '7', '5', '100', '60'))
})

test('rows beyond their retention leave', async () => {
  const { options, query, command } = whole
  await command(`INSERT INTO ${options.database}.otel_logs (Timestamp, Body) VALUES (now64(9) - 31 * 86400, 'old')`)
  await command(`INSERT INTO ${options.database}.otel_logs (Timestamp, Body) VALUES (now64(9) - 29 * 86400, 'young')`)
  await command(`OPTIMIZE TABLE ${options.database}.otel_logs FINAL`)

  expect(await query('SELECT Body FROM {database:Identifier}.otel_logs')).toEqual([{ Body: 'young' }])
})

test('what an issue is called leaves with its exceptions, when it was seen stays', async () => {
  const { options, query, command } = whole
  const latest = (age: number) => `(now64(9) - ${age}, 'TypeError', 'x is undefined', '/', 'f')`
  for (const [issue, days] of Object.entries({ gone: 401, old: 91, young: 89 })) {
    const age = days * 86_400
    await command(
      `INSERT INTO ${options.database}.issues VALUES ('${issue}', 'shop', '1', now64(9) - ${age}, now64(9) - ${age}, ${latest(age)})`,
    )
  }
  await command(`OPTIMIZE TABLE ${options.database}.issues FINAL`)

  expect(
    await query(
      'SELECT Issue, FirstSeen > 0 AS isSeen, Latest.3 AS message FROM {database:Identifier}.issues ORDER BY Issue',
    ),
  ).toEqual([
    { Issue: 'old', isSeen: 1, message: '' },
    { Issue: 'young', isSeen: 1, message: 'x is undefined' },
  ])
})

test('of what services did, days stay as long as digests, five minutes as long as what they count', async () => {
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
