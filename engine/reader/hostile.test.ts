import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Reply, startEngine, type TestEngine } from '../../test/start-engine.ts'

vi.setConfig({ testTimeout: 180_000 })

const dir = mkdtempSync(join(tmpdir(), 'errata-hostile-'))
const secret = join(dir, 'secret')
writeFileSync(secret, 'CANARY')
let connections = 0
const listener = createServer(socket => {
  connections++
  socket.destroy()
}).listen(0, '127.0.0.1')
let engine: TestEngine
let address: string

beforeAll(async () => {
  engine = await startEngine()
  const bound = listener.address()
  address = `127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
  await engine.send({ body: 'CREATE DATABASE otel' })
  await engine.send({ body: 'CREATE TABLE otel.t (n UInt64, s String) ENGINE = MergeTree ORDER BY n' })
  await engine.send({ body: 'CREATE TABLE otel.j (n UInt64, s String) ENGINE = Join(ANY, LEFT, n)' })
  await engine.send({ body: `INSERT INTO otel.t SELECT 1, '${secret}'` })
})
afterEach(() => expect(connections).toBe(0))
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  listener.close()
  rmSync(dir, { recursive: true })
})

const place = (sql: string) => sql.replaceAll('SECRET', secret).replaceAll('ADDRESS', address).replaceAll('DIR', dir)
const asReader = (sql: string, query: Record<string, string> = {}) =>
  engine.send({ body: place(sql), query, as: 'nobody' })

/** ACCESS_DENIED, READONLY or UNKNOWN_FUNCTION, before anything of the statement ran; never for the sake of its syntax. */
function expectRefused({ status, headers, text }: Reply, codes = /^(497|164|46)$/): void {
  expect(headers['x-clickhouse-exception-code'], text).toMatch(codes)
  expect(status).toBeGreaterThanOrEqual(400)
  for (const leak of ['CANARY', engine.writer.password, engine.dataDir, 'PATH=']) expect(text).not.toContain(leak)
}

/** Where an expression can stand in a statement. `$` is the expression, of type String. */
const PLACES = [
  'SELECT $',
  'SELECT 1 FROM otel.t WHERE $ = s',
  'SELECT n FROM otel.t PREWHERE s != $ WHERE 1',
  'SELECT count() FROM otel.t GROUP BY $',
  'SELECT count() FROM otel.t GROUP BY GROUPING SETS ((n), ($))',
  "SELECT count() FROM otel.t HAVING $ != ''",
  "SELECT n, row_number() OVER () AS r FROM otel.t QUALIFY $ != ''",
  'SELECT n FROM otel.t ORDER BY $',
  'SELECT n FROM otel.t ORDER BY n WITH FILL TO toUInt64(length($))',
  'SELECT n, s FROM otel.t ORDER BY n WITH FILL INTERPOLATE (s AS $)',
  'SELECT n FROM otel.t LIMIT length($)',
  'SELECT n FROM otel.t LIMIT 1 OFFSET length($)',
  'SELECT n FROM otel.t LIMIT 1 BY $',
  'SELECT sum(n) OVER (PARTITION BY $) FROM otel.t',
  'SELECT sum(n) OVER (ORDER BY $) FROM otel.t',
  'SELECT sum(n) OVER w FROM otel.t WINDOW w AS (PARTITION BY $)',
  'WITH $ AS x SELECT x',
  'WITH x AS (SELECT $) SELECT * FROM x',
  'WITH RECURSIVE x AS (SELECT 1 AS i UNION ALL SELECT i + length($) FROM x WHERE i < 2) SELECT * FROM x',
  'SELECT (SELECT $)',
  'SELECT * FROM (SELECT $)',
  'SELECT n IN (SELECT length($)) FROM otel.t',
  'SELECT s IN ($) FROM otel.t',
  'SELECT EXISTS (SELECT $)',
  "SELECT 'x' UNION ALL SELECT $",
  "SELECT 'x' INTERSECT SELECT $",
  'SELECT arrayMap(x -> concat(x, $), [s]) FROM otel.t',
  "SELECT arrayFold((a, x) -> concat(a, $), [s], '') FROM otel.t",
  'SELECT arrayJoin([$])',
  'SELECT z FROM otel.t ARRAY JOIN [$] AS z',
  'SELECT * FROM otel.t AS a JOIN otel.t AS b ON a.s = b.s AND a.s != $',
  'SELECT * REPLACE ($ AS s) FROM otel.t',
  'SELECT countIf(s = $) FROM otel.t',
  'SELECT groupConcat(s) FILTER (WHERE s = $) FROM otel.t',
  "SELECT CASE WHEN s = $ THEN 'a' ELSE $ END FROM otel.t",
  'SELECT if(1, $, s) FROM otel.t',
  'SELECT CAST($ AS String)',
  'SELECT $::String',
  "SELECT [$][1], ($, 1).1, map('k', $)['k']",
  'SELECT * FROM numbers(length($))',
  'EXPLAIN SELECT $',
  'EXPLAIN AST SELECT $',
  'EXPLAIN SYNTAX SELECT $',
  'EXPLAIN QUERY TREE SELECT $',
  'DESCRIBE TABLE (SELECT $)',
]

/** Where a table can stand. */
const TABLE_PLACES = [
  'SELECT count() FROM $',
  'SELECT 1 FROM $ AS x',
  'SELECT count() FROM otel.t JOIN $ AS x ON 1 = 1',
  'SELECT count() FROM otel.t, $ AS x',
  'SELECT n IN (SELECT count() FROM $) FROM otel.t',
  'WITH x AS (SELECT count() FROM $) SELECT * FROM x',
  'SELECT (SELECT count() FROM $)',
  'SELECT 1 UNION ALL SELECT count() FROM $',
  'EXPLAIN SELECT count() FROM $',
  'DESCRIBE TABLE $',
]

/** Nothing that a parser minds, between any two tokens. */
const blank = fc.constantFrom(' ', '\n', '\t', '/* ; */', '/**/ ', ' -- x\n', ' /* /* */ */ ', '\n\n')
const inCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: 8, maxLength: 8 })
    .map(upper =>
      text.replaceAll(/[A-Z]+(?= |$)/g, word => [...word].map((c, i) => (upper[i % 8] ? c : c.toLowerCase())).join('')),
    )

/** The statement with its keywords in any case and its blanks in any form. */
const spelled = (template: string, inner: fc.Arbitrary<string>) =>
  fc.tuple(inCase(template), inner, fc.array(blank, { minLength: 4, maxLength: 4 })).map(([text, put, blanks]) => {
    let at = 0
    return text.replaceAll(' ', () => blanks[at++ % 4] ?? ' ').replaceAll('$', () => put)
  })

const quoted = (name: string) => fc.constantFrom(name, `\`${name}\``, `"${name}"`)
const call = (name: string, args: string) =>
  fc
    .tuple(quoted(name), blank, fc.constantFrom('', 'upper(', '((', 'toString(concat('))
    .map(([spelling, gap, open]) => `${open}${spelling}${gap}(${args})${')'.repeat(open.split('(').length - 1)}`)

const forbiddenCall = fc.oneof(
  call('file', "'SECRET'"),
  call('hostName', ''),
  call('getServerSetting', "'max_server_memory_usage'"),
  call('dictGet', "'d', 'a', 1"),
  call('joinGet', "'otel.j', 's', toUInt64(1)"),
  call('formatRow', "'CSV', 1"),
  call('getMacro', "'x'"),
  call('catboostEvaluate', "'SECRET', 1"),
  call('initializeAggregation', "'quantile(toUInt8(file(\\'SECRET\\')))', 1"),
  fc.constantFrom(
    "arrayMap(file, ['SECRET'])[1]",
    "arrayMap(`file`, ['SECRET'])[1]",
    "arrayFirst(x -> file(x) != '', ['SECRET'])",
    '(SELECT toString(count()) FROM system.disks)',
    "(SELECT * APPLY (file) FROM (SELECT 'SECRET'))",
    "(SELECT COLUMNS('s') APPLY file FROM otel.t)",
    "toString('a' IN system.disks)",
  ),
)
const harmlessCall = fc.oneof(
  call('upper', "'a'"),
  call('toString', '1'),
  call('concat', "'a', 'b'"),
  fc.constant("'x'"),
)

const forbiddenTable = fc.oneof(
  fc.constantFrom(
    'system.disks',
    'system . disks',
    '`system`.`disks`',
    '"system".processes',
    'system.users',
    'information_schema.tables',
  ),
  call('file', "'SECRET', 'LineAsString'").map(text =>
    text.replace(/^(upper|toString\(concat|\()?\(+/, '').replace(/\)+$/, ')'),
  ),
  fc.constantFrom(
    ...[
      "url('http://ADDRESS/', 'LineAsString')",
      "remote('ADDRESS', system.one)",
      "mysql('ADDRESS', 'd', 't', 'u', 'p')",
    ],
    ...[
      "postgresql('ADDRESS', 'd', 't', 'u', 'p')",
      "sqlite('DIR/made', 't')",
      "merge('system', '.*')",
      'loop(system.disks)',
    ],
    ...[
      "s3('http://ADDRESS/b/f.csv', 'a', 'b')",
      "executable('cat SECRET', 'LineAsString', 's String')",
      "eval('SELECT 1')",
    ],
    ...[
      "view(SELECT file('SECRET'))",
      "values('s String DEFAULT file(\\'SECRET\\')', 'x')",
      "dictionary('d')",
      "input('s String')",
    ],
    ...[
      "cluster('default', system.disks)",
      '`SECRET`',
      'default.`SECRET`',
      "mergeTreeIndex('otel', 't')",
      "null('s String')",
    ],
    ...[
      "urlCluster('default', 'http://ADDRESS/')",
      "fuzzQuery('SELECT 1')",
      "viewIfPermitted(SELECT 1 ELSE null('x UInt8'))",
    ],
  ),
)
const harmlessTable = fc.constantFrom('otel.t', '`otel`.`t`', 'numbers(2)', '(SELECT 1)', 'system.one', 'otel . t')

const statementOf = (places: readonly string[], inner: fc.Arbitrary<string>) =>
  fc.constantFrom(...places).chain(template => spelled(template, inner))

const RUNS = { numRuns: 250 }

test('refuses a forbidden function wherever it stands and however it is spelled', async () => {
  await fc.assert(
    fc.asyncProperty(statementOf(PLACES, forbiddenCall), async sql => expectRefused(await asReader(sql))),
    RUNS,
  )
})

test('refuses a forbidden table wherever it stands and however it is spelled', async () => {
  await fc.assert(
    fc.asyncProperty(statementOf(TABLE_PLACES, forbiddenTable), async sql => expectRefused(await asReader(sql))),
    RUNS,
  )
  expect(existsSync(join(dir, 'made'))).toBe(false)
})

test('answers the same statements with harmless functions and tables in the same places', async () => {
  const harmless = fc.oneof(statementOf(PLACES, harmlessCall), statementOf(TABLE_PLACES, harmlessTable))
  await fc.assert(
    fc.asyncProperty(harmless, async sql => {
      const { text, headers } = await asReader(sql)
      // Not every pair makes sense to ClickHouse; none is refused.
      expect(headers['x-clickhouse-exception-code'] ?? '', `${sql}\n${text}`).not.toMatch(/^(497|164|48|46|62)$/)
    }),
    RUNS,
  )
})
