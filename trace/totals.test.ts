import { expect, test } from 'vitest'
import { buildTree } from './build-tree.ts'
import { measureSelfTimes } from './self-times.ts'
import { totalSpans } from './totals.ts'
import { TRACES_BY_HAND } from './traces-by-hand.test-data.ts'

const totalsOf = (title: string, by: 'operation' | 'service') => {
  const tree = buildTree(TRACES_BY_HAND.find(of => of.title === title)?.spans ?? [])
  return totalSpans(tree, measureSelfTimes(tree), by)
}

test('adds up the spans of each operation, those that spent most themselves first', () => {
  expect(totalsOf('six equal calls, of which one failed', 'operation')).toEqual([
    {
      service: 'shop',
      name: 'root',
      count: 1,
      failed: 0,
      sum: 70,
      self: 40,
      selfOverAll: 40,
      p95: 70,
      max: 70,
      longest: 0,
    },
    {
      service: 'shop',
      name: 'get',
      count: 6,
      failed: 1,
      sum: 30,
      self: 30,
      selfOverAll: 30,
      p95: 5,
      max: 5,
      longest: 1,
    },
  ])
})

test('adds up the spans of each service: what another one does is self time of the caller, but not over all', () => {
  expect(totalsOf('the time of another service', 'service')).toMatchObject([
    { service: 'shop', name: '', count: 2, sum: 150, self: 100, selfOverAll: 70 },
    { service: 'prices', name: '', count: 1, sum: 30, self: 30, selfOverAll: 30 },
  ])
})

test('95 % of twenty spans do not take longer than the nineteenth', () => {
  const spans = Array.from({ length: 20 }, (_, i) => ({
    ...{
      spanId: (i + 1).toString(16).padStart(16, '0'),
      parentSpanId: '',
      service: 'shop',
      name: 'get',
      kind: 'Client',
    },
    ...{ startNs: BigInt(i), durationNs: BigInt(i + 1), failed: false },
  }))
  const tree = buildTree(spans)
  expect(totalSpans(tree, measureSelfTimes(tree), 'operation')).toMatchObject([{ p95: 19, max: 20, longest: 19 }])
})
