import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listReasons } from './list-reasons.ts'

const value = (value: string, selected: number, others: number) => ({
  value,
  ofService: '',
  selected,
  others,
  score: Math.abs(selected - others),
})
const keyOf = (key: string, ...values: readonly ReturnType<typeof value>[]) => ({
  key,
  also: [],
  score: 0,
  values,
})

test('a selection that failed for several reasons is narrowed to each, the most frequent first', () => {
  const compared = { selected: 200, others: 4_000, oneIn: 2, keys: [] }
  const failures = [
    keyOf('status', value('500', 0.4, 0), value('402', 0.2, 0)),
    keyOf('@error.type', value('TypeError', 0.1, 0), value('', 0.2, 1), value('500', 0.25, 0)),
  ]
  expect(listReasons({ ...compared, failures }, 'is:error')).toEqual([
    { text: 'about 100 × HTTP 500', selection: 'is:error @error.type:500' },
    { text: 'about 40 × TypeError', selection: 'is:error @error.type:TypeError' },
    { text: 'about 80 without error.type', selection: 'is:error -has:@error.type' },
    { text: 'about 180 for other reasons', selection: undefined },
  ])
  const one = [keyOf('@error.type', value('TypeError', 0.9, 0), value('', 0.1, 1))]
  expect([
    listReasons({ ...compared, failures: one }, 'is:error'),
    listReasons({ ...compared, failures: [] }, ''),
  ]).toEqual([[], []])
})

test('the reasons of a selection add up to all of it, whatever they are', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(counts, fc.nat({ max: 30 }), fc.nat({ max: 30 }), (named, unnamed, more) => {
      const selected = [...named, unnamed, more].reduce((sum, count) => sum + count, 0)
      const values = [
        ...named.map((count, n) => value(`Error${n}`, count / selected, 0)),
        value('', unnamed / selected, 1),
      ]
      const failures = [keyOf('@error.type', ...values)]
      const reasons = listReasons({ selected, others: 100, oneIn: 1, keys: [], failures }, 'is:error')
      const told = reasons.map(({ text }) => Number.parseInt(text, 10))
      expect(told.reduce((sum, count) => sum + count, 0)).toBe(selected)
      expect(told.length).toBe(named.length + Number(unnamed > 0) + Number(more > 0))
    }),
  )
})
