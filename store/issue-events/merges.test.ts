import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Said } from './derive-state.ts'
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

test('a part has a name that follows from what parts it, and counts as what it was merged into', () => {
  const parted = (value: string, second: bigint): Said => ({
    what: 'parted',
    value,
    who: '',
    atNs: second,
    batch: `b${second}`,
  })
  const words = [parted('route /b', 2n), parted('route /a', 1n), parted('colour red', 0n)]
  const [a, b] = mergesOf(new Map([['x', words]])).parts
  expect([a, b]).toMatchObject([
    { of: ['x'], by: { is: '/a' }, batch: 'b1' },
    { of: ['x'], by: { is: '/b' }, batch: 'b2' },
  ])
  const merged: Said = { what: 'merged', value: 'y', who: '', atNs: 3n, batch: '' }
  const merges = mergesOf(
    new Map([
      ['x', words],
      [a?.issue ?? '', [merged]],
    ]),
  )
  expect(merges.parts.map(({ to }) => to)).toEqual(['y', b?.issue])
  expect([membersOf('y', merges), membersOf('x', merges)]).toEqual([['y', a?.issue, 'x'], ['x']])
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
