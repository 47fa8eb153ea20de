import { expect, test } from 'vitest'
import { type InsertedRow, logRow, openTestStore, randomHexId, spanRow, sumRow } from '../test/store/open-test-store.ts'

/** Checks what README.md says about which rows are the same. */
async function storedOf(table: string, rows: readonly InsertedRow[]): Promise<number> {
  await using store = await openTestStore()
  for (const row of rows) await store.insert([row])
  const [counted] = await store.querySql<{ rows: string }>(`SELECT count() AS rows FROM ${table} FINAL`)
  return Number(counted?.rows)
}

const at = BigInt(Date.now()) * 1_000_000n

test('spans of one service with the same ids within five minutes are one, with empty ids too', async () => {
  const start = at - (at % 300_000_000_000n)
  const empty = { traceId: '', spanId: '' }
  const rows = [start, start + 1n, start + 2n].map(at => spanRow({ ...empty, at }))
  expect(await storedOf('otel_traces', [...rows, spanRow({ ...empty, at: start, service: 'cart' })])).toBe(2)
})

test('log records of one time with the same log.record.uid are one, without it those with the same content', async () => {
  const uid = { 'log.record.uid': randomHexId(16) }
  const none = { 'log.record.uid': '' }
  const rows = [
    logRow({ at, body: 'a', attributes: uid }),
    logRow({ at, body: 'b', attributes: uid }),
    logRow({ at, body: 'c', attributes: none }),
    logRow({ at, body: 'c', attributes: none }),
    logRow({ at, body: 'd', attributes: none }),
    logRow({ at: at + 1n, body: 'd', attributes: none }),
  ]
  expect(await storedOf('otel_logs', rows)).toBe(4)
})

test('data points of one series at one time are one', async () => {
  const point = (at: number, value: number, name = 'requests') => sumRow({ at, name, value })
  const [first, second] = [point(5000, 1), point(4000, 2)]
  const again = { ...second, values: { ...second.values, Value: 3 } }
  expect(await storedOf('otel_metrics_sum', [first, second, again, point(5000, 1, 'errors')])).toBe(3)
})
