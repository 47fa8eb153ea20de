import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { runs } from '../../test/property-runs.ts'
import { logRow, openTestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { LINE_PARTS, listLogPatterns } from './list-log-patterns.ts'

const HOUR = 3_600_000
const startMs = Math.floor(Date.now() / HOUR) * HOUR - 2 * HOUR
const range = { from: nsOfMs(startMs), to: nsOfMs(startMs + HOUR) }
const at = (minutes: number) => nsOfMs(startMs + minutes * 60_000)

test('texts that differ only in values are one pattern, counted once after a repeated delivery', async () => {
  const rows = [
    logRow({ at: at(1), body: 'order placed: 2 items, 85.34 EUR' }),
    logRow({ at: at(2), body: 'order placed: 11 items, 1,020.00 EUR' }),
    logRow({ at: at(40), body: 'order placed: 3 items, 5 EUR', service: 'cart' }),
    logRow({ at: at(3), severityNumber: 17, body: 'user "ada" (ada@example.org) not found' }),
    logRow({ at: at(4), severityNumber: 13, body: 'user "bob" (bob@example.org) not found' }),
    logRow({
      at: at(5),
      body: '',
      attributes: { 'exception.type': 'E', 'exception.message': 'redis-0.redis:6379 is away' },
    }),
    logRow({ at: at(6), body: '0af76519-16cd-43dd-8448-eb211c80319c at 2026-11-27T01:02:03Z' }),
    logRow({ at: at(7), body: 'utf8 via h2' }),
    logRow({ at: at(8), body: '', eventName: 'page.left' }),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)

  const { patterns, total, oneIn } = await listLogPatterns(store, { search: undefined, range, limit: 100 })
  expect(patterns.map(({ pattern, service, severity, count }) => [pattern, service, severity, count])).toEqual([
    ['user * (*) not found', 'shop', 5, 2],
    ['order placed: * items, * EUR', 'shop', 3, 2],
    ['', 'shop', 3, 1],
    ['* at *', 'shop', 3, 1],
    ['order placed: * items, * EUR', 'cart', 3, 1],
    ['redis-*.redis:* is away', 'shop', 3, 1],
    ['utf8 via h2', 'shop', 3, 1],
  ])
  expect([total, oneIn]).toEqual([7, 1])
  expect(patterns.map(({ event }) => event).filter(event => event !== '')).toEqual(['page.left'])
  const placed = patterns.find(({ service }) => service === 'cart')
  expect(placed?.lastNs).toBe(at(40))
  const user = patterns.find(({ count, severity }) => count === 2 && severity === 5)
  expect([user?.firstNs, user?.lastNs]).toEqual([at(4), at(3)].toSorted())
  expect(placed?.line.map((count, part) => count * part)).toEqual(
    Array.from({ length: LINE_PARTS }, (_, part) => (part === 20 ? 20 : 0)),
  )
  const { search } = parseSearch('"not found"', 'logs')
  const only = await listLogPatterns(store, { search, range, limit: 100 })
  expect(only.patterns.map(({ count }) => count)).toEqual([2])
  expect(await listLogPatterns(store, { search: undefined, range, limit: 1 })).toMatchObject({ total: 7 })
})

test('every record is in one pattern, whatever its text is', async () => {
  const texts = fc.array(
    fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('* 1', '"', '""', 'a1b2')),
    {
      minLength: 1,
      maxLength: 20,
    },
  )
  await fc.assert(
    fc.asyncProperty(texts, async bodies => {
      await using store = await openTestStore(bodies.map((body, i) => logRow({ at: at(1) + BigInt(i), body })))
      const { patterns } = await listLogPatterns(store, { search: undefined, range, limit: 1_000 })
      expect(patterns.reduce((sum, { count }) => sum + count, 0)).toBe(bodies.length)
      for (const { line, count } of patterns) expect(line.reduce((sum, part) => sum + part, 0)).toBe(count)
    }),
    runs(4),
  )
})
