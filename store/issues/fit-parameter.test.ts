import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitsInQueryParameter, limitToParameterSize } from './fit-parameter.ts'

test('takes the first values, in order, that fit into one quoted parameter', () => {
  const name = fc
    .tuple(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.nat(4_000))
    .map(([text, times]) => text.repeat(times))
  fc.assert(
    fc.property(fc.array(name, { maxLength: 20 }), names => {
      const fit = limitToParameterSize(names, each => each)
      expect(fit).toEqual(names.slice(0, fit.length))
      expect(Buffer.byteLength(fit.map(each => `'${each}'`).join())).toBeLessThan(131_072 - 2)
      const next = names[fit.length]
      if (next !== undefined) expect(fitsInQueryParameter([...fit, next])).toBe(false)
      expect(fitsInQueryParameter(fit)).toBe(true)
    }),
    { numRuns: 50 },
  )
})
