import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyRepeatedSpans, anySpans } from './any-tree.test-data.ts'
import { buildTree } from './build-tree.ts'
import { correctClockSkew } from './clock-skew.ts'
import { findCriticalPath } from './critical-path.ts'
import { measureSelfTimes } from './self-times.ts'
import { totalSpans } from './totals.ts'
import { at, childrenOf, countSpans, endOf, hasFlag, operationOf, spansBelow, subtreeEnds } from './trace-tree.ts'
import { readSkeleton, writeSkeleton } from './write-skeleton.ts'

const anyTree = anyRepeatedSpans.map(buildTree)

test('a tree has each span of a trace once, before those below it, and siblings by their starts', () => {
  fc.assert(
    fc.property(anySpans, spans => {
      const tree = buildTree(spans)
      const stored = new Set(spans.map(({ spanId, service }) => `${spanId} ${service}`))
      const built = Array.from({ length: tree.size }, (_, index) => index)
        .filter(index => !hasFlag(tree, index, 'missing'))
        .map(index => `${tree.spanIds[index]} ${operationOf(tree, index).service}`)
      expect(built.toSorted()).toEqual([...stored].toSorted())
      const ends = subtreeEnds(tree)
      for (let index = 0; index < tree.size; index++) {
        expect(at(tree.parents, index)).toBeLessThan(index)
        const starts = [...childrenOf(tree, ends, index)].map(child => at(tree.starts, child))
        expect(starts).toEqual(starts.toSorted((a, b) => a - b))
      }
    }),
  )
})

test('a tree does not depend on the order in which its spans arrived', () => {
  fc.assert(
    fc.property(anySpans, spans => {
      // Of a span that was delivered twice with other values, any may be read.
      const once = [...new Map(spans.map(span => [`${span.spanId} ${span.service}`, span])).values()]
      const numbered = (list: typeof once) => {
        const tree = buildTree(list)
        return [tree.spanIds, [...tree.parents], [...tree.starts], [...tree.flags]]
      }
      expect(numbered(once.toReversed())).toEqual(numbered(once))
    }),
  )
})

test('the critical path of each root lasts as long as it, without overlaps', () => {
  fc.assert(
    fc.property(anyTree, tree => {
      const ends = subtreeEnds(tree)
      const path = findCriticalPath(tree)
      for (const root of spansBelow(tree, ends, -1)) {
        const own = path.filter(({ index }) => index >= root && index < at(ends, root))
        expect(own.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(at(tree.durations, root))
        let until = endOf(tree, root)
        for (const { from, to } of own) {
          expect(to).toBe(until)
          until = from
        }
      }
    }),
  )
})

test('a self time is no longer than the span, and within the service no shorter than over all', () => {
  fc.assert(
    fc.property(anyTree, tree => {
      const { inService, overAll } = measureSelfTimes(tree)
      for (let index = 0; index < tree.size; index++) {
        expect(at(overAll, index)).toBeGreaterThanOrEqual(0)
        expect(at(inService, index)).toBeGreaterThanOrEqual(at(overAll, index))
        expect(at(inService, index)).toBeLessThanOrEqual(at(tree.durations, index))
      }
    }),
  )
})

test('the totals of operations and of services count each span once', () => {
  fc.assert(
    fc.property(anyTree, fc.constantFrom('operation' as const, 'service' as const), (tree, by) => {
      const totals = totalSpans(tree, measureSelfTimes(tree), by)
      expect(totals.reduce((sum, { count }) => sum + count, 0)).toBe(countSpans(tree))
      expect(totals.reduce((sum, of) => sum + of.sum, 0)).toBe(tree.durations.reduce((sum, of) => sum + of, 0))
      for (const { p95, longest, count, failed } of totals) {
        expect(p95).toBeLessThanOrEqual(at(tree.durations, longest))
        expect(failed).toBeLessThanOrEqual(count)
      }
    }),
  )
})

test('a skeleton is read as it was written', () => {
  fc.assert(
    fc.property(anyTree, tree => {
      expect(readSkeleton(writeSkeleton(tree))).toEqual(tree)
    }),
  )
})

test('a skeleton that is cut off is not read', () => {
  fc.assert(
    fc.property(anyTree, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (tree, share) => {
      const bytes = writeSkeleton(tree)
      expect(() => readSkeleton(bytes.subarray(0, Math.floor(bytes.length * share)))).toThrow()
    }),
  )
})

test('clock skew moves nothing but answers and what is below them, and answers into the time of their calls if they fit', () => {
  fc.assert(
    fc.property(anyTree, tree => {
      const shifts = correctClockSkew(tree)
      if (shifts === undefined) return
      for (let index = 0; index < tree.size; index++) {
        const [parent, shift] = [at(tree.parents, index), at(shifts, index)]
        if (shift === 0) continue
        expect(parent).toBeGreaterThanOrEqual(0)
        if (operationOf(tree, parent).service === operationOf(tree, index).service) {
          expect(shift).toBe(at(shifts, parent))
          continue
        }
        expect(operationOf(tree, index).kind).toBe('Server')
        if (at(tree.durations, index) > at(tree.durations, parent)) continue
        const [from, to] = [at(tree.starts, parent) + at(shifts, parent), endOf(tree, parent) + at(shifts, parent)]
        expect(at(tree.starts, index) + shift).toBeGreaterThanOrEqual(from)
        expect(endOf(tree, index) + shift).toBeLessThanOrEqual(to)
      }
    }),
  )
})

test('names of a trace with more than 4,096 operations are kept for those of most spans', () => {
  const spans = Array.from({ length: 5_002 }, (_, i) => ({
    spanId: i.toString(16).padStart(16, '0'),
    parentSpanId: '',
    service: 'shop',
    name: i < 2 ? 'twice' : `once ${i}`,
    kind: 'Internal',
    startNs: BigInt(i),
    durationNs: 1n,
    failed: false,
  }))
  const tree = readSkeleton(writeSkeleton(buildTree(spans)))
  expect(operationOf(tree, 0).name).toBe('twice')
  expect(tree.operations.filter(({ name }) => name === '')).toHaveLength(1)
  expect(tree.operations).toHaveLength(4_097)
})
