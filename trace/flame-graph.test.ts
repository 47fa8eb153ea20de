import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyRepeatedSpans } from './any-tree.test-data.ts'
import { buildTree } from './build-tree.ts'
import { mergeFlames } from './flame-graph.ts'
import { measureSelfTimes } from './self-times.ts'
import { countSpans } from './trace-tree.ts'
import { TRACES_BY_HAND } from './traces-by-hand.test-data.ts'

const flamesOf = (tree: ReturnType<typeof buildTree>) => mergeFlames(tree, measureSelfTimes(tree).overAll)

test('the calls of one operation are one flame, as wide as their work', () => {
  const of = TRACES_BY_HAND.find(({ title }) => title === 'six equal calls, of which one failed')
  const flames = flamesOf(buildTree(of?.spans ?? []))
  expect(flames).toMatchObject([
    { name: 'root', count: 1, failed: 0, value: 70, self: 40, from: 0, depth: 0 },
    { name: 'get', count: 6, failed: 1, value: 30, self: 30, from: 0, depth: 1 },
  ])
})

test('what ran at the same time is side by side', () => {
  const of = TRACES_BY_HAND.find(({ title }) => title === 'two children at the same time')
  expect(flamesOf(buildTree(of?.spans ?? [])).map(({ name, from, value }) => `${name} ${from}+${value}`)).toEqual([
    'root 0+140',
    'b 0+60',
    'a 60+50',
  ])
})

test('flames count each span once, and each lies within the one above it', () => {
  fc.assert(
    fc.property(anyRepeatedSpans, spans => {
      const tree = buildTree(spans)
      const flames = flamesOf(tree)
      expect(flames.reduce((sum, { count }) => sum + count, 0)).toBe(countSpans(tree))
      for (const [place, { from, value, depth }] of flames.entries()) {
        if (depth === 0) continue
        const above = flames.slice(0, place).findLast(flame => flame.depth === depth - 1)
        expect(from).toBeGreaterThanOrEqual(above?.from ?? Number.NaN)
        expect(from + value).toBeLessThanOrEqual((above?.from ?? 0) + (above?.value ?? 0))
      }
    }),
  )
})
