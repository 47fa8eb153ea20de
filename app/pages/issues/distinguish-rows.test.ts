import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distinguishEqualTitles } from './distinguish-rows.ts'

const row = (issue: string, message: string, service = 'shop', culprit = '') => ({
  issue,
  title: { type: 'Error', message },
  service,
  culprit,
})

test('rows of one title are told apart by their place, or else by their id', () => {
  const rows = [
    row('a1b2c3d4e5f6', 'no price', 'shop', '/cart · total'),
    row('b1b2c3d4e5f6', 'no price', 'web', '/cart · total'),
    row('c1b2c3d4e5f6', 'no price', 'web', '/cart · total'),
    row('d1b2c3d4e5f6', 'another'),
  ]
  expect([...distinguishEqualTitles(rows)]).toEqual([
    ['a1b2c3d4e5f6', 'shop · /cart · total'],
    ['b1b2c3d4e5f6', 'web · /cart · total · b1b2c3d4'],
    ['c1b2c3d4e5f6', 'web · /cart · total · c1b2c3d4'],
  ])
})

test('titles that differ only in what is not shown are told apart too', () => {
  const rows = [row('a1b2c3d4e5f6', `${'m'.repeat(600)}1`, 'shop'), row('b1b2c3d4e5f6', `${'m'.repeat(600)}2`, 'web')]
  expect([...distinguishEqualTitles(rows).values()]).toEqual(['shop', 'web'])
})

test('no two rows of any list look the same', () => {
  const one = fc.tuple(fc.constantFrom('x', 'y'), fc.constantFrom('', 'shop', 'web'), fc.constantFrom('', 'f', 'g'))
  fc.assert(
    fc.property(fc.array(one, { maxLength: 20 }), list => {
      const rows = list.map(([message, service, culprit], at) =>
        row(`${at}`.padStart(8, '0'), message, service, culprit),
      )
      const apart = distinguishEqualTitles(rows)
      const shown = rows.map(({ issue, title }) => `${title.message} ${apart.get(issue) ?? ''}`)
      expect(new Set(shown).size).toBe(rows.length)
    }),
  )
})
