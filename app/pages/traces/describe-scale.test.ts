import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestOnScale } from '../../ui/table/duration-bar.tsx'
import { describeScale } from './describe-scale.ts'

const timed = (ms: readonly number[]) => ms.map(ms => ({ durationNs: BigInt(ms) * 1_000_000n }))

test('a table with one bar that would dwarf the others tells from which duration on a bar is broken', () => {
  const many = Array.from({ length: 40 }, (_, n) => 2000 + n * 10)
  expect(describeScale(timed([30_000, ...many]))).toBe('A broken bar: more than 2.37 s.')
  expect(describeScale(timed(many))).toBe('')
  expect(describeScale([])).toBe('')
})

test('a broken bar is told of exactly if a duration is beyond the scale', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100_000 })), ms => {
      const isBeyond = ms.some(of => Math.round((of * 1_000_000 * 100) / longestOnScale(timed(ms))) > 100)
      expect(describeScale(timed(ms)) !== '').toBe(isBeyond)
    }),
  )
})
