import { randomBytes } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
import { fillPlaceholders } from './fill-placeholders.ts'
import { readSchemaFiles } from './schema-files.ts'

const numbers = readSchemaFiles(import.meta.dirname).map(({ number }) => number)
const newest = Math.max(...numbers)

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
function copyOfTheFiles(upTo = newest): string {
  const folder = mkdtempSync(join(tmpdir(), 'errata-schema-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(import.meta.dirname, folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    if (/^\d{4}-/.test(name) && Number(name.slice(0, 4)) > upTo) rmSync(join(folder, name))
  }
  const made = readdirSync(folder)
    .filter(name => name.endsWith('.sql') && name !== 'retention.sql')
    .map(name => readFileSync(join(folder, name), 'utf8'))
  const tableOf = (line: string) => /TABLE \{\{database\}\}\.(\w+)/.exec(line)?.[1] ?? ''
  const retention = readFileSync(join(folder, 'retention.sql'), 'utf8').split('\n')
  const ofThose = retention.filter(line => made.join('').includes(`EXISTS {{database}}.${tableOf(line)}{{local}}`))
  writeFileSync(join(folder, 'retention.sql'), `${ofThose.join('\n')}\n`)
  return folder
}

test('what was brought to the newest schema stays as it is the second time', async () => {
  const { options, tables } = whole

  const made = await tables()
  expect(await applySchema(options)).toEqual({ from: newest, to: newest })
  expect(await tables()).toEqual(made)
})

test('brings an older database to what a new one has', async () => {
  const [old, fresh] = [await newDatabase(), await newDatabase()]
  const files = copyOfTheFiles(14)
  appendFileSync(
    join(files, '0099-later.sql'),
    'ALTER TABLE {{database}}.otel_logs{{local}} {{on_cluster}} ADD COLUMN IF NOT EXISTS Later UInt8;\n',
  )

  expect(await applySchema({ ...old.options, folder: copyOfTheFiles(14) })).toEqual({ from: 0, to: 14 })
  expect(await applySchema({ ...old.options, folder: files })).toEqual({ from: 14, to: 99 })
  await applySchema({ ...fresh.options, folder: files })
  const shapeOf = async ({ tables, options }: typeof old) =>
    (await tables()).map(({ sql }) => sql.replaceAll(options.database, 'db'))
  expect(await shapeOf(old)).toEqual(await shapeOf(fresh))
})

test('lists show what was stored before the tables that they ask', async () => {
  const { options, query, command } = await newDatabase()
  await applySchema({ ...options, folder: copyOfTheFiles(15) })
  const insert = (values: string) =>
    command(
      `INSERT INTO ${options.database}.otel_logs (Timestamp, TraceId, ServiceName, LogAttributes) VALUES ${values}`,
    )
  await command(
    `INSERT INTO ${options.database}.otel_traces (Timestamp, TraceId, SpanId, ServiceName) VALUES (now64(9), 'a', '1', 'shop')`,
  )
  await insert("(now64(9) - 600, 'a', 'shop', map('exception.type', 'TypeError'))")
  await insert("(now64(9), '', 'cart', map())")

  await applySchema(options)
  await applySchema({ ...options, folder: copyOfTheFiles() })
  const of = (sql: string) => query<Record<string, unknown>>(sql.replace(' FROM ', ' FROM {database:Identifier}.'))
  expect(
    await of('SELECT TraceId, max(Failed) AS failed, min(Root).Service AS service FROM trace_parts GROUP BY 1'),
  ).toEqual([{ TraceId: 'a', failed: 1, service: 'shop' }])
  expect(await of("SELECT Fact, Trace = sipHash64('a') AS isIt FROM trace_facts FINAL ORDER BY 1")).toEqual([
    { Fact: 'failed', isIt: 1 },
    { Fact: 'service shop', isIt: 1 },
  ])
  expect(await of('SELECT Signal, uniqCombinedMerge(12)(Rows) AS rows FROM arrivals GROUP BY 1 ORDER BY 1')).toEqual([
    { Signal: 'logs', rows: 2 },
    { Signal: 'spans', rows: 1 },
  ])
})

test('two at once end with the same schema as one', async () => {
  const { options, tables, query } = await newDatabase()

  await Promise.all([applySchema(options), applySchema(options), applySchema(options)])
  expect((await tables()).map(({ name }) => name)).toEqual((await whole.tables()).map(({ name }) => name))
  const applied = await query<{ Number: number }>(
    'SELECT Number FROM {database:Identifier}.schema_version FINAL ORDER BY 1',
  )
  expect(applied.map(row => row.Number)).toEqual([0, ...numbers])
})

test('goes on where a killed run stopped, also in the middle of a file', async () => {
  const { options, tables, command } = await newDatabase()
  await applySchema(options)
  const folder = copyOfTheFiles()
  const later = (name: string) =>
    `CREATE TABLE IF NOT EXISTS {{database}}.${name} {{on_cluster}} (A UInt8) ENGINE = {{replacing}} ORDER BY A;\n`
  writeFileSync(join(folder, '0099-later.sql'), later('later_one') + later('later_two'))
  await command(fillPlaceholders(later('later_one'), { ...options, cluster: '' }))

  expect(await applySchema({ ...options, folder })).toEqual({ from: newest, to: 99 })
  expect((await tables()).map(({ name }) => name)).toEqual(expect.arrayContaining(['later_one', 'later_two']))
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

  for (const budget of [0, 1, 3, 5, 12, 20]) {
    left = budget
    await expect(applySchema({ ...options, url })).rejects.toMatchObject({ name: 'SchemaError' })
  }
  left = 1000
  await applySchema({ ...options, url })
  expect((await tables()).map(({ name }) => name)).toEqual((await whole.tables()).map(({ name }) => name))
})

test('refuses an applied file that was changed, in one sentence that names it', async () => {
  const { options } = whole
  const folder = copyOfTheFiles()
  appendFileSync(join(folder, '0003-otel-logs.sql'), 'ALTER TABLE {{database}}.otel_logs DROP INDEX IF EXISTS trace;\n')

  await expect(applySchema({ ...options, folder })).rejects.toThrow(
    `0003-otel-logs.sql was changed after it had been applied to database ${options.database}: restore the file and put the change into a new one.`,
  )
})

test('comments and white space of an applied file may change', async () => {
  const { options } = whole
  const folder = copyOfTheFiles()
  const file = join(folder, '0003-otel-logs.sql')
  writeFileSync(
    file,
    `-- Another word.\n${readFileSync(file, 'utf8').replaceAll('\n', '\n\t').replaceAll(',', ' , /* and */')}`,
  )

  expect(await applySchema({ ...options, folder })).toEqual({ from: newest, to: newest })
})

test('refuses a database that is newer than the files', async () => {
  const { options } = whole

  await expect(applySchema({ ...options, folder: copyOfTheFiles(13) })).rejects.toThrow(
    `Database ${options.database} has schema ${newest}, newer than this version knows (13): run the version that made it, or a newer one.`,
  )
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
        const days = /TTL .*?toIntervalDay\((\d+)\)/.exec(sql)?.[1]
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
    arrivals: string,
  ) => ({
    otel_traces: traces,
    transactions: traces,
    trace_facts: traces,
    traffic: traces,
    measurements: traces,
    trace_parts: traces,
    trace_index: index,
    arrivals,
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
    issues: digests,
    issue_counts: exceptions,
    issue_words: exceptions,
    issue_releases: digests,
    issue_statements: undefined,
    session_steps: traces,
    user_sessions: traces,
    release_sessions: traces,
    releases: digests,
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
