import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { everyAnswer } from '../../test/every-answer.ts'
import { startEngine, type TestEngine } from '../../test/start-engine.ts'
import { openStore } from '../store.ts'
import { nsOfMs, type TraceId } from '../units.ts'
import { applySchema } from './apply-schema.ts'
import { readSchemaFiles } from './schema-files.ts'

/**
 * first-release.tar.gz is the data folder of an engine of 0.1.0, as that version's schema, Collector and engine left it, with a retention of ten
 * years. What it was sent, around noon (UTC) of 2026-11-21, by services `shop`, `shop-browser`, `stock` and `jobs`:
 *   trace aa…1  `GET /cart/:id` failed; three spans of the server, sent twice, one of the browser; the exception in both shapes, a log
 *   trace bb…1  `GET /`, all well
 *   trace cc…1  `GET /shop`, well on the server; the browser's exception came in a log record by itself
 *   trace dd…1  `POST /reserve` failed; the exception as a span event alone, under a digest
 *   trace ee…1  a job of ten minutes whose second span failed seven minutes later
 *   the exception of aa…1 once more an hour later and a day before, two lines outside traces, one metric of each kind
 * and what the Collector told of itself.
 */
const archive = join(import.meta.dirname, 'first-release.tar.gz')
const noonMs = Date.UTC(2026, 10, 21, 12)
const [a, b, c, d, e] = ['aa', 'bb', 'cc', 'dd', 'ee'].map(letters => `${letters}${'1'.padStart(30, '0')}` as TraceId)
const subjects = {
  range: { from: nsOfMs(noonMs - 36 * 3_600_000), to: nsOfMs(noonMs + 36 * 3_600_000) },
  traceIds: [a, b, c, d, e].filter(id => id !== undefined),
  digests: ['k3v9q2m7xd', 'hello12345'],
  service: 'shop-browser',
}
const tenYears = { traces: 3_650, logs: 3_650, metrics: 3_650, exceptions: 3_650, digests: 3_650 }
const received = [
  'traces',
  'logs',
  ...['gauge', 'sum', 'histogram', 'exponential_histogram', 'summary'].map(kind => `metrics_${kind}`),
]
const newest = readSchemaFiles(import.meta.dirname).at(-1)?.number ?? 0

/** An engine on a copy of the first release's folder. `restart` is for after `kill`. */
async function openFirstRelease() {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-upgrade-'))
  await promisify(execFile)('tar', ['-xzf', archive, '-C', dataDir])
  let engine = await startEngine({ dataDir })
  onTestFinished(async () => {
    await engine.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    engine: () => engine,
    restart: async () => {
      engine = await startEngine({ dataDir })
    },
  }
}

const optionsOf = ({ url, writer }: TestEngine) => ({ url, ...writer, retentionDays: tenYears })

async function rowsOf<T>(engine: TestEngine, sql: string): Promise<T[]> {
  const { status, text } = await engine.send({ body: `${sql} FORMAT JSONEachRow` })
  if (status !== 200) throw new Error(text)
  return text.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line)]))
}

/** How tables and views are made. */
async function shapeOf(engine: TestEngine, database: string): Promise<string[]> {
  const sql = `SELECT create_table_query AS made FROM system.tables WHERE database = '${database}' ORDER BY name`
  return (await rowsOf<{ made: string }>(engine, sql)).map(({ made }) => made.replaceAll(`${database}.`, ''))
}

async function answersOf(engine: TestEngine, database: string) {
  await using store = openStore({ url: engine.url, user: 'default', password: '', database })
  return await everyAnswer(store, subjects)
}

/** The upgraded database answers, and is made, as one to which today's version has brought the same rows. */
async function expectAsIfNew(engine: TestEngine): Promise<void> {
  await applySchema({ ...optionsOf(engine), database: 'fresh' })
  for (const table of received) {
    await rowsOf(engine, `INSERT INTO fresh.otel_${table} SELECT * FROM otel.otel_${table}`)
  }
  expect(await shapeOf(engine, 'otel')).toEqual(await shapeOf(engine, 'fresh'))
  expect(withoutIssues(await answersOf(engine, 'otel'))).toEqual(withoutIssues(await answersOf(engine, 'fresh')))
}

/** Rows of before keep the issue that they were grouped into; today's rule may call it otherwise (0039). */
function withoutIssues(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutIssues)
  if (typeof answer !== 'object' || answer === null) return answer
  const entries = Object.entries(answer).map(([name, value]) => [name, name === 'issue' ? '' : withoutIssues(value)])
  return Object.fromEntries(entries)
}

test('a folder of the first release is brought to today, and answers as if it had been filled today', async () => {
  const { engine } = await openFirstRelease()

  expect(await applySchema(optionsOf(engine()))).toEqual({ from: 15, to: newest })
  const answers = await answersOf(engine(), 'otel')
  expect(answers).toMatchObject({
    traces: [
      {
        arrived: { spans: 4, logs: 2 },
        exceptions: [{ type: 'PriceError' }],
        history: [{ kind: 'span' }, { kind: 'exception' }],
      },
      { arrived: { spans: 1, logs: 0, exceptions: 0 } },
      { arrived: { spans: 2, logs: 1, exceptions: 1 }, exceptions: [{ type: 'TypeError' }] },
      { arrived: { spans: 1, logs: 0, exceptions: 1 }, exceptions: [{ message: 'no stock left' }] },
      { arrived: { spans: 2, logs: 0, exceptions: 0 } },
    ],
    digests: [
      {
        record: { occurrences: 3, firstSeenNs: nsOfMs(noonMs - 86_400_000) + 123_456n, services: ['shop'] },
        exceptions: [{ message: 'price of order 8600' }, { message: 'price of order 4711' }],
      },
      { record: { occurrences: 1, services: ['stock'] }, exceptions: [{ message: 'no stock left' }] },
    ],
  })
  expect(answers.list.map(({ traceId }) => traceId)).toEqual([e, d, c, b, a])
  expect(answers.failed.map(({ traceId }) => traceId)).toEqual([e, d, c, a])
  await expectAsIfNew(engine())
  expect(await applySchema(optionsOf(engine()))).toEqual({ from: newest, to: newest })
})

test('an upgrade during which the engine is killed, at one statement after the other, ends as one that was not', async () => {
  const { engine, restart } = await openFirstRelease()
  const folder = withOneMore()
  let left = Number.POSITIVE_INFINITY
  // Lets a statement reach the engine before it is killed, so that it is cut short anywhere, or done and not answered.
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const work = engine().send({
      body: Buffer.concat(chunks),
      query: Object.fromEntries(new URL(request.url ?? '/', 'http://engine').searchParams),
    })
    left -= 1
    if (left === 0) engine().kill()
    const answer = await work.catch(() => undefined)
    if (answer === undefined) request.socket.destroy()
    else
      response
        .writeHead(answer.status, {
          'x-clickhouse-exception-code': answer.headers['x-clickhouse-exception-code'] ?? [],
        })
        .end(answer.bytes)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  await new Promise(resolve => proxy.once('listening', resolve))
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`

  const upgrade = () => applySchema({ ...optionsOf(engine()), url, folder })
  for (const statement of [3, 5, 8, 13, 13]) {
    left = statement
    await expect(upgrade()).rejects.toThrow()
    await restart()
  }
  left = Number.POSITIVE_INFINITY
  await upgrade()
  expect(await rowsOf(engine(), 'SELECT uniqMerge(Bodies)::String AS n FROM otel.later')).toEqual([{ n: '7' }])
  await rowsOf(engine(), 'DROP TABLE otel.later_of_logs')
  await rowsOf(engine(), 'DROP TABLE otel.later')
  await expectAsIfNew(engine())
})

/** The schema files and one that makes a table, a view and fills the table from what is there. */
function withOneMore(): string {
  const folder = mkdtempSync(join(tmpdir(), 'errata-schema-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(import.meta.dirname, folder, { recursive: true, filter: source => !source.endsWith('.gz') })
  writeFileSync(
    join(folder, '0099-later.sql'),
    `CREATE TABLE IF NOT EXISTS {{database}}.later{{local}} {{on_cluster}} (Day Date, Bodies AggregateFunction(uniq, String))
    ENGINE = {{aggregating}} ORDER BY Day;
    CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.later_of_logs {{on_cluster}} TO {{database}}.later{{local}} AS
    SELECT toDate(Timestamp) AS Day, uniqState(Body) AS Bodies FROM {{database}}.otel_logs{{local}} GROUP BY Day;
    INSERT INTO {{database}}.later SELECT toDate(Timestamp) AS Day, uniqState(Body) FROM {{database}}.otel_logs GROUP BY Day;\n`,
  )
  return folder
}
