import fc from 'fast-check'
import { expect, test } from 'vitest'
import { colourGroups } from './group-colours.ts'

test('the first six groups have each a colour of their own, never what lacks the attribute', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ maxLength: 3 })), values => {
      const colours = colourGroups(values)
      expect([...colours.keys()]).toEqual(values.filter(value => value !== '').slice(0, 6))
      expect(new Set(colours.values()).size).toBe(colours.size)
    }),
  )
})
