import { expect, test } from 'vitest'
import { describeRelayed } from './describe-relayed.ts'

test('says how many posts of browsers were passed on, and what the others were answered, most first', () => {
  expect(describeRelayed(new Map([['200', 1_204]]))).toBe('Relays passed on 1,204 posts of browsers and refused none.')
  const answers = new Map([
    ['413', 1],
    ['200', 90],
    ['503', 9],
  ])
  expect(describeRelayed(answers)).toBe(
    'Relays passed on 90 posts of browsers, of 100; they answered 9 with 503, 1 with 413. What 429 and 503 refuse, browsers send again.',
  )
})
