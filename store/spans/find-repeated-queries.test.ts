import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findRepeatedQueries } from './find-repeated-queries.ts'

const span = (of: Partial<Parameters<typeof findRepeatedQueries>[0][number]>, spanId = 'b7ad6b7169203331') => ({
  spanId,
  parentSpanId: 'p',
  service: 'checkout',
  name: 'SELECT line_item',
  durationNs: 10n,
  attributes: { 'db.system.name': 'postgresql' },
  ...of,
})
const times = (count: number, of: Parameters<typeof span>[0]) =>
  Array.from({ length: count }, (_, index) => span(of, `${of.name ?? 'span'} ${index}`))

test('finds five or more database calls of one parent, name and service, the longest in sum first', () => {
  const found = findRepeatedQueries([
    ...times(5, { name: 'MGET', durationNs: 1_000n }),
    ...times(19, { name: 'SELECT' }),
    ...times(4, { name: 'UPDATE', durationNs: 1_000_000n }),
  ])
  expect(found).toEqual([
    { name: 'MGET', parentSpanId: 'p', count: 5, totalNs: 5_000n, firstSpanId: 'MGET 0' },
    { name: 'SELECT', parentSpanId: 'p', count: 19, totalNs: 190n, firstSpanId: 'SELECT 0' },
  ])
})

test.each([
  ['of several parents', (index: number) => ({ parentSpanId: `${index % 2}` })],
  ['of several services', (index: number) => ({ service: `${index % 2}` })],
  ['without a parent', () => ({ parentSpanId: '' })],
  ['that call no database', () => ({ attributes: { 'http.request.method': 'GET' } })],
])('calls %s are not one repetition', (_, of) => {
  expect(findRepeatedQueries(Array.from({ length: 8 }, (_, index) => span(of(index))))).toEqual([])
})

test('each group has its own spans, whatever their order', () => {
  const letter = fc.constantFrom('a', 'b')
  const spans = fc.array(fc.record({ parentSpanId: letter, service: letter, name: letter }), { maxLength: 60 })
  fc.assert(
    fc.property(spans, all => {
      for (const { name, parentSpanId, count, totalNs } of findRepeatedQueries(all.map(of => span(of)))) {
        expect(count).toBeGreaterThanOrEqual(5)
        const alike = all.filter(of => of.name === name && of.parentSpanId === parentSpanId)
        expect(['a', 'b'].map(service => alike.filter(of => of.service === service).length)).toContain(count)
        expect(totalNs).toBe(10n * BigInt(count))
      }
    }),
  )
})
