import { expect, test } from 'vitest'
import { exceptionRow, logRow, spanRow } from '../test/store/open-test-store.ts'
import { readQuery } from '../test/store/query-files.ts'
import { shareTestStore } from '../test/store/share-test-store.ts'

const DAY_NS = 86_400_000_000_000n
/** A page reads about 50,000, by the time of day: of a few parts the first blocks. */
const ROWS = 200_000
const row = { at: 1_000 }

const LISTS = [
  {
    file: 'spans/find-spans.sql',
    table: 'otel_traces',
    id: 'hex(number) AS TraceId',
    rising: [0, 1],
  },
  {
    file: 'logs/find-logs.sql',
    table: 'otel_logs',
    id: "map('log.record.uid', toString(number)) AS LogAttributes",
    rising: [0, 1],
  },
  {
    file: 'exceptions/list-exceptions.sql',
    table: 'exceptions',
    id: 'number AS Id',
    rising: [0],
  },
]

const store = shareTestStore([spanRow(row), logRow(row), exceptionRow(row)])

test.each(LISTS)('a page of $file reads few rows, however many the range has', async ({ file, table, id, rising }) => {
  // A table of the same shape, which feeds no views.
  const large = `large_${table}`
  await store().command(`CREATE TABLE ${large} AS ${table}`)
  await store().command(`INSERT INTO ${large}
    SELECT * EXCEPT number REPLACE (Timestamp - toIntervalMillisecond(400 * number) AS Timestamp, ${id})
    FROM ${table} CROSS JOIN (SELECT number FROM numbers(1, ${ROWS})) AS copies`)
  const nowNs = BigInt(Date.now()) * 1_000_000n
  for (const direction of rising) {
    const { status, text, headers } = await store().engine.send({
      body: `${readQuery(file).replaceAll(`FROM ${table}`, `FROM ${large}`)} FORMAT JSONEachRow`,
      query: {
        database: store().database,
        wait_end_of_query: '1',
        // The store sends it so; the blocks are small, so that a small table is enough.
        read_in_order_use_buffering: '0',
        max_block_size: '4096',
        ...paramsOf({ fromNs: `${nowNs - DAY_NS}`, toNs: `${nowNs}`, beforeNs: `${nowNs}`, rising: `${direction}` }),
      },
    })
    expect(status, text).toBe(200)
    expect(text.trim().split('\n')).toHaveLength(10)
    expect(Number(JSON.parse(String(headers['x-clickhouse-summary'])).read_rows)).toBeLessThan(ROWS / 2)
  }
})

function paramsOf(values: Readonly<Record<string, string>>): Record<string, string> {
  const names = ['afterId', 'service', 'environment', 'release', 'issue', 'route', 'side']
  const empty = Object.fromEntries(names.map(name => [name, '']))
  const all = {
    ...empty,
    by: 'start',
    afterNs: '0',
    hidden: '[]',
    columns: '[]',
    attributes: '[]',
    chars: '100',
    limit: '10',
    ...values,
  }
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [`param_${name}`, value]))
}
