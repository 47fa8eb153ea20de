import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anySpans } from './any-tree.test-data.ts'
import { buildTree } from './build-tree.ts'
import { listServiceCalls } from './service-calls.ts'
import { at, countSpans, hasFlag, operationOf } from './trace-tree.ts'
import { TRACES_BY_HAND } from './traces-by-hand.test-data.ts'

const callsOf = (title: string) =>
  listServiceCalls(buildTree(TRACES_BY_HAND.find(of => of.title === title)?.spans ?? []))

test('a span below one of another service is a call', () => {
  expect(callsOf('the time of another service')).toEqual([
    { caller: 'shop', callee: 'prices', count: 1, failed: 0, sum: 30, longest: 2 },
  ])
})

test('spans of one service call nobody', () => {
  expect(callsOf('six equal calls, of which one failed')).toEqual([])
})

test('whatever the tree: each span is a call, below its own service, below a missing one, or a root', () => {
  fc.assert(
    fc.property(anySpans, spans => {
      const tree = buildTree(spans)
      const calls = listServiceCalls(tree)
      const others = Array.from({ length: tree.size }, (_, index) => index).filter(index => {
        const parent = at(tree.parents, index)
        if (hasFlag(tree, index, 'missing')) return false
        if (parent < 0 || hasFlag(tree, parent, 'missing')) return true
        return operationOf(tree, parent).service === operationOf(tree, index).service
      })
      expect(calls.reduce((sum, { count }) => sum + count, 0) + others.length).toBe(countSpans(tree))
      for (const { caller, callee, count, failed, sum, longest } of calls) {
        expect(caller).not.toBe(callee)
        expect(failed).toBeLessThanOrEqual(count)
        expect(operationOf(tree, longest).service).toBe(callee)
        expect(at(tree.durations, longest) * count).toBeGreaterThanOrEqual(sum)
      }
    }),
  )
})
