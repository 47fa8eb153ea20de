import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { normaliseMessage } from '../../otel/lib/server/errors/digest.ts'
import { runs } from '../property-runs.ts'
import { exceptionRow, openTestStore } from './open-test-store.ts'

const cases = z
  .array(
    z.object({
      case: z.string(),
      issues: z.array(z.number()),
      exceptions: z.array(z.object({ type: z.string(), message: z.string() })),
    }),
  )
  .parse(JSON.parse(readFileSync('store/schema/grouping/cases/codes.json', 'utf8')))
  // Messages that only browsers write have no server digest.
  .filter(of => !of.exceptions.some(({ message }) => /fetch|Load failed/.test(message)))
  // Two messages: a digest has the message even where functions are enough for an issue.
  .filter(of => !of.case.includes('two texts'))

test.each(cases)('a digest keeps the codes that the grouping rule keeps: $case', ({ issues, exceptions }) => {
  const messages = new Set(exceptions.map(({ message }) => normaliseMessage(message)))
  expect(messages.size).toBe(new Set(issues).size)
})

test('a number that follows the word for a code tells errors apart, and any other number does not', async () => {
  await using store = await openTestStore()
  const codeWords = ['status code', 'exit code', 'error code:', 'errno', 'HTTP', 'error #', 'exited with', 'signal']
  const otherWords = ['order', 'port', 'after', 'user #', 'row', 'attempt', 'line', 'of', 'coupon code']
  const pair = fc.record({
    before: fc.constantFrom('', 'Payment failed: ', 'worker 12 ', 'cannot load /cart, '),
    words: fc.constantFrom(...codeWords, ...otherWords),
    after: fc.constantFrom('', '.', ' for ann', ', retried', ' (no)'),
    numbers: fc.uniqueArray(fc.integer({ min: 100, max: 599 }), { minLength: 2, maxLength: 2 }),
  })
  const pairs = fc.sample(pair, runs(100).numRuns)
  const messages = pairs.flatMap(({ before, words, after, numbers }) =>
    numbers.map(number => `${before}${words} ${number}${after}`.replace('# ', '#')),
  )
  await store.insert(messages.map((message, index) => exceptionRow({ message, attributes: { index: String(index) } })))
  const rows = await store.querySql<{ index: string; issue: string }>(
    "SELECT Attributes['index'] AS index, Issue::String AS issue FROM exceptions FINAL",
  )
  const issues = new Map(rows.map(({ index, issue }) => [Number(index), issue]))

  const wrong = pairs.flatMap(({ words }, at) => {
    const both = [2 * at, 2 * at + 1]
    const text = both.map(index => messages[index] ?? '')
    const found = [new Set(both.map(index => issues.get(index))).size, new Set(text.map(normaliseMessage)).size]
    return found.every(size => size === (codeWords.includes(words) ? 2 : 1)) ? [] : [{ text, found }]
  })
  expect(wrong).toEqual([])
})

test('of 1,000 random ids of nanoid, at most 20 make issues of their own', async () => {
  await using store = await openTestStore()
  const alphabet = 'useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict'
  const id = fc
    .array(fc.constantFrom(...alphabet), { minLength: 21, maxLength: 21 })
    .map(characters => characters.join(''))
  const ids = fc.sample(id, { numRuns: 1_000, seed: 1 })
  await store.insert(ids.map(one => exceptionRow({ message: `no session ${one} today` })))

  const [found] = await store.querySql<{ issues: string }>('SELECT uniqExact(Issue) AS issues FROM exceptions')
  expect(Number(found?.issues)).toBeLessThanOrEqual(21)
  expect(new Set(ids.map(one => normaliseMessage(`no session ${one} today`))).size).toBeLessThanOrEqual(21)
})
