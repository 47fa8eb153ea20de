import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findAttempts } from './find-attempts.ts'

const MS = 1_000_000n
const call = (spanId: string, startMs: number, of: { failed?: boolean; url?: string; parentSpanId?: string } = {}) => ({
  spanId,
  parentSpanId: of.parentSpanId ?? 'root',
  service: 'shop',
  name: 'GET',
  callee: 'pay.example/charges',
  kind: 'Client',
  startNs: BigInt(startMs) * MS,
  durationNs: 10n * MS,
  failed: of.failed ?? true,
  attributes: { 'url.full': of.url ?? 'https://pay.example/charges' },
})

test('six failed calls of one URL, one after the other, are six attempts', () => {
  const calls = [0, 20, 60, 140, 300, 620].map((at, i) => call(`s${i}`, at))
  expect(findAttempts(calls)).toEqual([
    {
      name: 'GET',
      callee: 'pay.example/charges',
      service: 'shop',
      spanIds: ['s0', 's1', 's2', 's3', 's4', 's5'],
      hasSucceeded: false,
      failed: 6,
      tookNs: 630n * MS,
    },
  ])
})

test('a success ends the attempts', () => {
  const calls = [call('a', 0), call('b', 20, { failed: false }), call('c', 40), call('d', 60, { failed: false })]
  expect(findAttempts(calls).map(({ spanIds, hasSucceeded, failed }) => [spanIds, hasSucceeded, failed])).toEqual([
    [['a', 'b'], true, 1],
    [['c', 'd'], true, 1],
  ])
})

test('calls at the same time, of other URLs or below other spans are no attempts', () => {
  expect(findAttempts([call('a', 0), call('b', 5)])).toEqual([])
  expect(findAttempts([call('a', 0), call('b', 20, { url: 'https://pay.example/refunds' })])).toEqual([])
  expect(findAttempts([call('a', 0), call('b', 20, { parentSpanId: 'other' })])).toEqual([])
  expect(findAttempts([call('a', 0, { parentSpanId: '' }), call('b', 20, { parentSpanId: '' })])).toEqual([])
})

test('of any calls, each is in one run at most, and all but the last of a run failed', () => {
  const calls = fc
    .array(fc.record({ at: fc.nat(500), failed: fc.boolean(), url: fc.constantFrom('a', 'b') }), { maxLength: 30 })
    .map(all => all.toSorted((a, b) => a.at - b.at).map(({ at, ...of }, i) => call(`s${i}`, at, of)))
  fc.assert(
    fc.property(calls, all => {
      const runs = findAttempts(all)
      const ids = runs.flatMap(({ spanIds }) => spanIds)
      expect(new Set(ids).size).toBe(ids.length)
      const failed = new Map(all.map(of => [of.spanId, of.failed]))
      for (const { spanIds, hasSucceeded } of runs) {
        expect(spanIds.slice(0, -1).every(id => failed.get(id))).toBe(true)
        expect(failed.get(spanIds.at(-1) ?? '')).toBe(!hasSucceeded)
      }
    }),
  )
})
