import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exceptionRow } from '../test/store/open-test-store.ts'
import { shareTestStore } from '../test/store/share-test-store.ts'
import { divideLists } from './divide-lists.ts'

const store = shareTestStore([exceptionRow()])

const texts = fc.array(
  fc
    .tuple(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.nat(1_000))
    .map(([text, times]) => `${text}'\\\n\t`.repeat(times)),
  { maxLength: 60 },
)

test('a list of any length and content is sent as it is', async () => {
  await fc.assert(
    fc.asyncProperty(
      texts,
      fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), { maxLength: 40 }),
      async (list, few) => {
        const numbers = Array.from({ length: 400 }, () => few).flat()
        const [row] = await store().query({
          name: 'lists',
          sql: `SELECT {list:Array(String)} AS list, arrayMap(n -> toString(n), {numbers:Array(Int64)}) AS numbers,
          length({list:Array(String)}) AS again`,
          params: { list, numbers },
          decode: row => row as { list: string[]; numbers: string[]; again: string },
        })
        expect(row?.list).toEqual(list)
        expect(row?.numbers).toEqual(numbers.map(String))
        expect(Number(row?.again)).toBe(list.length)
      },
    ),
    { numRuns: 15 },
  )
})

test('a list that one parameter can hold stays one, with the SQL', () => {
  const statement = { sql: 'SELECT {list:Array(String)}', params: { list: ['a', 'b'], text: 'x' } }
  expect(divideLists(statement)).toEqual(statement)
})

test('a divided list serves the key of a table as an undivided one does', async () => {
  const list = Array.from({ length: 20_000 }, (_, n) => `${n}`.padStart(16, 'a'))
  const plan = await store().query({
    name: 'plan',
    sql: 'EXPLAIN indexes = 1 SELECT count() FROM issues WHERE Issue IN {list:Array(String)}',
    params: { list },
    decode: row => JSON.stringify(row),
  })
  expect(plan.join('\n')).toContain('Issue in 20000-element set')
})
