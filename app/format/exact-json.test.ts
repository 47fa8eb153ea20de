import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readExactJson, writeExactJson } from './exact-json.ts'

test('integers of 64 bits and texts that look like them are read as they were written', () => {
  const data = { startNs: 1_790_000_000_123_456_789n, name: '1790000000123456789', tags: ['n1', 's', ''], count: 2.5 }
  expect(writeExactJson(data)).toBe(
    '{"startNs":"n1790000000123456789","name":"s1790000000123456789","tags":["sn1","ss","s"],"count":2.5}',
  )
  expect(readExactJson(writeExactJson(data))).toEqual(data)
})

test('any data are read as they were written', () => {
  const { data } = fc.letrec(tie => ({
    data: fc.oneof(
      { maxDepth: 4 },
      fc.bigInt(),
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('data'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('data'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }))
  fc.assert(
    fc.property(data, any => {
      expect(readExactJson(writeExactJson(any))).toEqual(any)
    }),
  )
})

test.each(['"x1"', '[""]', '<!doctype html>', ''])('what something else wrote is refused: %j', json => {
  expect(() => readExactJson(json)).toThrow(SyntaxError)
})
