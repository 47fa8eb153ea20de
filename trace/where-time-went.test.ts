import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyRepeatedSpans } from './any-tree.test-data.ts'
import { buildTree } from './build-tree.ts'
import { findCriticalPath } from './critical-path.ts'
import { TRACES_BY_HAND } from './traces-by-hand.test-data.ts'
import { addUpPath } from './where-time-went.ts'

test('adds up by operation what a trace waited for', () => {
  const of = TRACES_BY_HAND.find(({ title }) => title === 'six equal calls, of which one failed')
  const tree = buildTree(of?.spans ?? [])
  expect(addUpPath(tree, findCriticalPath(tree))).toEqual([
    { service: 'shop', name: 'root', time: 40, lasted: 70, count: 1, failed: 0, longest: 0 },
    { service: 'shop', name: 'get', time: 30, lasted: 30, count: 6, failed: 1, longest: 1 },
  ])
})

test('the sum of all is the length of the path', () => {
  fc.assert(
    fc.property(anyRepeatedSpans, spans => {
      const tree = buildTree(spans)
      const path = findCriticalPath(tree)
      const length = path.reduce((sum, { from, to }) => sum + to - from, 0)
      expect(addUpPath(tree, path).reduce((sum, { time }) => sum + time, 0)).toBe(length)
    }),
  )
})
