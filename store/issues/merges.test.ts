import fc from 'fast-check'
import { expect, test } from 'vitest'
import { membersOf, mergedInto, mergesOf } from './merges.ts'

const said = (pairs: readonly (readonly [string, string])[]) =>
  new Map(
    pairs.map(([issue, value]) => [issue, [{ what: 'merged' as const, value, who: '', atNs: 0n, batch: '' }]] as const),
  )

test('what was merged into a merged one goes where that went', () => {
  const merges = mergesOf(
    said([
      ['a', 'b'],
      ['b', 'c'],
      ['d', ''],
    ]),
  )
  expect(['a', 'b', 'c', 'd'].map(issue => mergedInto(issue, merges))).toEqual(['c', 'c', 'c', 'd'])
  expect(membersOf('c', merges)).toEqual(['c', 'a', 'b'])
})

test('whatever was said, rings too, each issue counts as one that counts as itself', () => {
  const issue = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(issue, issue), { selector: ([from]) => from }), pairs => {
      const merges = mergesOf(said(pairs))
      for (const one of ['a', 'b', 'c', 'd', 'e']) {
        const target = mergedInto(one, merges)
        expect(mergedInto(target, merges)).toBe(target)
        expect(membersOf(target, merges)).toContain(one)
      }
    }),
  )
})
