import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exceptionRow, newId, type Row } from '../../test/open-test-store.ts'
import { poll } from '../../test/poll.ts'
import { type RunningStack, startStack } from '../../test/start-stack.ts'

/** What the look-up page says of records that have expired, never were, or may still come. */

let stack: RunningStack

beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack[Symbol.asyncDispose]())

const DAY_MS = 24 * 3_600_000
const dateOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)

test('a digest whose records have expired says so, until when the newest was kept, and what it was', async () => {
  const atMs = Date.now() - 100 * DAY_MS
  await store(
    exceptionRow({
      at: BigInt(atMs) * 1_000_000n,
      attributes: { 'errata.error.digest': 'k7m2x9qd4a', 'errata.transaction.route': '/cart' },
    }),
  )
  await write('OPTIMIZE TABLE exceptions FINAL')

  const { status, text } = await lookUp('k7m2x9qd4a')
  expect(status).toBe(200)
  expect(text).toContain(
    `The records of this digest have expired: they are kept for 90 days, the newest until ${dateOf(atMs + 90 * DAY_MS)} `,
  )
  expect(text).toContain('TypeError at /cart')
  expect(text).not.toMatch(/never seen|on its way/)
})

test('an exception that outlived its trace says in both places when the spans expired', async () => {
  const atMs = Date.now() - 20 * DAY_MS
  await store(
    exceptionRow({
      at: BigInt(atMs) * 1_000_000n,
      traceId: newId(16),
      message: 'older than its trace',
      attributes: { 'errata.error.digest': 'k7m2x9qd4b' },
    }),
  )

  const { status, text } = await lookUp('k7m2x9qd4b')
  expect(status).toBe(200)
  expect(text).toContain('older than its trace')
  const expired = `The trace's spans expired on ${dateOf(atMs + 14 * DAY_MS)}`
  expect(text.split(expired)).toHaveLength(3)
  expect(text).not.toMatch(/no browser of ours|have not arrived/)
})

test('an exception of today whose spans are not there yet says that none has arrived', async () => {
  await store(exceptionRow({ at: 1_000, traceId: newId(16), attributes: { 'errata.error.digest': 'k7m2x9qd4c' } }))

  const { text } = await lookUp('k7m2x9qd4c')
  expect(text).toContain('No span of this trace has arrived')
  expect(text).toContain('no browser of ours took part in this trace, or its spans have not arrived')
})

test('a digest that nothing carried was never seen while rows arrive, and may be on its way once none do', async () => {
  await store(exceptionRow())
  const fresh = await lookUp('k7m2x9qd4r')
  expect([fresh.status, fresh.text]).toEqual([404, expect.stringContaining('This digest was never seen')])
  expect(fresh.text).not.toMatch(/have expired|on its way/)

  const collector = stack.pids()['collector'] ?? Number.NaN
  process.kill(collector, 'SIGSTOP')
  try {
    const stale = await poll(
      () => lookUp('k7m2x9qd4r'),
      ({ text }) => !text.includes('never seen'),
    )
    expect([stale.status, stale.text]).toEqual([404, expect.stringContaining('It is perhaps still on its way')])
    expect(stale.text).toContain('the newest row of any kind was stored')
    expect(stale.text).not.toContain('have expired')
  } finally {
    process.kill(collector, 'SIGCONT')
  }
})

/** The page as a reader without scripts has it: its words alone. */
async function lookUp(quoted: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${stack.deskUrl}/digest/${quoted}`)
  const html = await response.text()
  const text = html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
  return { status: response.status, text }
}

/** Past the Collector, which clamps what is older than seven days. */
const store = (row: Row) =>
  write(`INSERT INTO ${row.table} SETTINGS date_time_input_format = 'best_effort' FORMAT JSONEachRow`, row.values)

async function write(query: string, values?: Row['values']): Promise<void> {
  const response = await fetch(`${stack.engineUrl}/?${new URLSearchParams({ database: 'otel', query })}`, {
    method: 'POST',
    body: values === undefined ? '' : JSON.stringify(values),
    headers: {
      'x-clickhouse-user': 'errata',
      'x-clickhouse-key': readFileSync(join(stack.dataDir, 'engine/writer-password'), 'utf8').trim(),
    },
  })
  if (!response.ok) throw new Error(await response.text())
}
