import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngine, type TestEngine } from '../../test/start-engine.ts'

// What somebody tried, one by one; hostile.test.ts composes more.

const dir = mkdtempSync(join(tmpdir(), 'errata-attacks-'))
writeFileSync(join(dir, 'secret'), 'CANARY')
let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
  await engine.send({ body: 'CREATE DATABASE otel' })
  await engine.send({ body: 'CREATE TABLE otel.t (n UInt64, s String) ENGINE = MergeTree ORDER BY n' })
  await engine.send({ body: "INSERT INTO otel.t VALUES (1, 'a')" })
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})

const asReader = (sql: string, query: Record<string, string> = {}, as: 'nobody' | 'desk' = 'nobody') =>
  engine.send({ body: sql.replaceAll('DIR', dir), query, as })

test.each([
  // The file by its name in the place of a table.
  'SELECT * FROM `DIR/secret`',
  "SELECT * FROM 'DIR/secret'",
  'SELECT s IN `DIR/secret` FROM otel.t',
  // Conditions that do not show in the parse.
  "SHOW TABLES FROM otel WHERE file('DIR/secret') != ''",
  "SHOW TABLES LIKE 'x' LIMIT length(file('DIR/secret'))",
  "SHOW DATABASES LIMIT length(file('DIR/secret'))",
  "SHOW COLUMNS FROM t FROM otel WHERE file('DIR/secret') != ''",
  // Expressions in a text.
  "SELECT arrayReduce('quantile(toUInt8(file(\\'DIR/secret\\')))', [1])",
  "DESCRIBE TABLE null('a UInt8 DEFAULT toUInt8(file(\\'DIR/secret\\'))')",
  "SELECT structureToProtobufSchema('a UInt8 DEFAULT toUInt8(file(\\'DIR/secret\\'))')",
  // Names that break the lines of the printed parse.
  'SELECT `n\n  Function upper` FROM otel.t',
  'SELECT 1 AS `x)\n    Function upper (alias y`',
  'SELECT 1 AS `x\n`',
  // Kinds of statements.
  'SELECT 1 SETTINGS max_threads = 1',
  'SELECT * FROM (SELECT 1 SETTINGS max_threads = 1)',
  'EXPLAIN AST DROP TABLE otel.t',
  "EXPLAIN TABLE OVERRIDE mysql('127.0.0.1:1', 'd', 't', 'u', 'p') PARTITION BY a",
  'EXPLAIN CURRENT TRANSACTION',
  'SET ROLE errata_everything',
  'EXECUTE AS default SELECT 1',
  'USE system',
  'SHOW GRANTS',
  'SHOW ACCESS',
  'SHOW PROCESSLIST',
  'SHOW CREATE DATABASE default',
  'SHOW CREATE TABLE system.disks',
  'CHECK TABLE otel.t',
  'CREATE FUNCTION f AS x -> file(x)',
  'CREATE TEMPORARY TABLE z (a UInt8)',
  "BACKUP TABLE otel.t TO File('DIR/made')",
  "SELECT 1 INTO OUTFILE 'DIR/made'",
  // Formats with files, and a format in a place where ours is not seen.
  'SELECT 1 FORMAT Template',
  'SELECT 1 FORMAT protobuf',
  'SELECT 1 FORMAT "Protobuf"',
  // Columns that tell paths.
  'SELECT * FROM system.tables',
  'SELECT data_paths FROM system.tables',
  "SELECT COLUMNS('path') FROM system.tables",
  'SELECT x.* FROM system.databases AS x',
  'SELECT b FROM system.databases AS x (a, b, c, d, e, f, g, h)',
  'SELECT arrayStringConcat(t.data_paths) FROM system.tables AS t',
  'SELECT tuple(*) FROM system.parts',
  'WITH x AS (SELECT * FROM system.parts) SELECT path FROM x',
])('refuses %s', async sql => {
  for (const as of ['nobody', 'desk'] as const) {
    const { headers, text } = await asReader(sql, {}, as)

    expect(headers['x-clickhouse-exception-code'], text).toMatch(/^(164|497|48)$/)
    expect(text).not.toMatch(/CANARY|\/chdb/)
    expect(existsSync(join(dir, 'made'))).toBe(false)
  }
})

test.each<[string, Record<string, string>]>([
  ['SELECT count() FROM {t:Identifier}', { param_t: 'system.disks' }],
  ['SELECT count() FROM system.{t:Identifier}', { param_t: 'disks' }],
  ["SELECT arrayMap({f:Identifier}, ['x'])", { param_f: 'file' }],
  ['SELECT count() FROM disks', { database: 'system' }],
  ['SELECT 1', { default_format: 'Template' }],
  ['SELECT 1', { format_schema: 'x' }],
  ['SELECT 1', { additional_table_filters: "{'system.one': 'file(dummy) = 1'}" }],
  ['SELECT 1', { dialect: 'prql' }],
  ['SELECT 1', { allow_experimental_analyzer: '0' }],
  ['SELECT 1', { max_temporary_data_on_disk_size_for_query: '0' }],
  ['SELECT 1', { min_free_disk_space_for_temporary_data: '0' }],
  ['SELECT 1', { use_query_cache: '1' }],
  ['SELECT 1', { output_format_schema: '/tmp/x' }],
])('refuses %s with %o', async (sql, query) => {
  const { headers, text } = await asReader(sql, query)

  expect(headers['x-clickhouse-exception-code'], text).toMatch(/^(164|497)$/)
})

test('judges a statement anew when a parameter is a name', async () => {
  const sql = 'SELECT count() FROM {d:Identifier}.{t:Identifier}'

  expect((await asReader(sql, { param_d: 'otel', param_t: 't' })).text).toBe('1\n')
  expect((await asReader(sql, { param_d: 'system', param_t: 'disks' })).status).toBe(403)
})

test('knows a statement again by the whole of it, and not by what the URL and the text make together', async () => {
  const forged = "TSV\nSELECT file('DIR/secret') UNION ALL".replaceAll('DIR', dir)
  const [format = '', head = ''] = forged.split('\n')
  const harmless = "SELECT 'x' FORMAT TSV"

  expect((await asReader(harmless, { default_format: forged })).text).toBe('x\n')
  expect((await asReader(`${head}\n${harmless}`, { default_format: format })).status).toBe(403)
})

test('says what it refuses', async () => {
  const { text } = await asReader("SELECT file('x')")

  expect(text).toBe(
    'Code: 497. DB::Exception: Not enough privileges: function file reads a file of the machine. (ACCESS_DENIED)\n',
  )
})

test('what the guard overlooked would still be denied by the rights of the connection', async () => {
  const grants = await engine.send({ body: 'SHOW ACCESS' })
  const ofReader = grants.text.split('\n').filter(line => / TO errata_reader$/.test(line))

  expect(ofReader).toEqual(['GRANT SHOW, SELECT ON *.* TO errata_reader'])
})

test.each([
  'SELECT * FROM otel.t FORMAT JSON',
  'SELECT count(*), max(n), uniqIf(s, n > 1), quantile(0.9)(n) FROM otel.t GROUP BY s WITH TOTALS ORDER BY s LIMIT 3 BY s',
  // What Grafana and HyperDX ask to fill their lists.
  'SHOW DATABASES',
  'SHOW TABLES FROM otel',
  "SHOW TABLES IN `otel` LIKE 't%' FORMAT JSON;",
  'DESC TABLE otel.t',
  'EXISTS TABLE otel.t',
  'SHOW CREATE TABLE otel.t',
  "SELECT name, type FROM system.columns WHERE database = 'otel' AND table = 't'",
  "SELECT name, engine, total_rows FROM system.tables WHERE database != 'system'",
  'SELECT name, value FROM system.settings LIMIT 3',
  'SELECT displayName(), version(), revision(), timezone()',
  // A histogram over time, as their panels have it.
  `SELECT toStartOfInterval(toDateTime(n), INTERVAL 60 second) AS time, countIf(s LIKE '%a%') AS errors,
     arrayMap(x -> x * 2, groupArray(n))[1] AS v FROM otel.t
   WHERE toDateTime(n) BETWEEN '1970-01-01 00:00:00' AND now() AND s IN ('a', 'b') GROUP BY ALL ORDER BY time ASC`,
  "WITH (SELECT max(n) FROM otel.t) AS m SELECT n / m, if(s = '', 'none', s), s ILIKE 'A', CAST(n AS String) FROM otel.t",
  'SELECT * EXCEPT n, lagInFrame(n) OVER (ORDER BY n ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM otel.t',
  "SELECT s AS hostname, upper(hostname), 'x' AS file FROM otel.t",
  'EXPLAIN indexes = 1 SELECT n FROM otel.t WHERE n = 1',
])('answers %s', async sql => {
  const { status, text } = await asReader(sql)

  expect(status, text).toBe(200)
})

test('takes the settings that clients send', async () => {
  const { status, text } = await asReader('SELECT n FROM otel.t', {
    cancel_http_readonly_queries_on_client_close: '1',
    max_execution_time: '10',
    max_memory_usage: '100000000',
    send_progress_in_http_headers: '1',
    output_format_json_quote_64bit_integers: '1',
    date_time_output_format: 'iso',
    wait_end_of_query: '1',
  })

  expect(status, text).toBe(200)
})
