import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import { readCauses } from './read-causes.ts'

const cause = fc.record({
  type: fc.string(),
  message: fc.oneof(fc.string(), fc.constantFrom('"}]', '{"type":"E"},', '\\', '[{')),
  stacktrace: fc.string(),
})

test('of a list that was cut anywhere, the causes that are whole are read, and it is said to be cut', () => {
  fc.assert(
    fc.property(fc.array(cause, { maxLength: 4 }), fc.nat(), (causes, place) => {
      const json = JSON.stringify(causes)
      expect(readCauses(json)).toEqual({ causes, causesAreCut: false })

      const length = 1 + (place % (json.length - 1))
      let whole = 0
      while (whole < causes.length && JSON.stringify(causes.slice(0, whole + 1)).length - 1 <= length) whole++
      expect(readCauses(json.slice(0, length))).toEqual({ causes: causes.slice(0, whole), causesAreCut: true })
    }),
    runs(200),
  )
})

test.each(['', 'x', '{"type":', '{}', '"causes"', 'null'])('%s is no list of causes', text => {
  expect(readCauses(text)).toEqual({ causes: [], causesAreCut: false })
})
