import { expect, test } from 'vitest'
import { describeGrowth } from './page-weights.ts'

test('a page is named that is more than 5 % heavier than committed, and one that is new, unless it loads none', () => {
  const committed = { issues: 60, issue: 60, traces: 60 }
  expect(describeGrowth({ issues: 63, issue: 63.1, traces: 40, flames: 70, visitor: 0 }, committed)).toEqual([
    'The page issue loads 63.1 KB of scripts, in bench/page-weights.json it is 60 KB.',
    'The page flames loads 70 KB of scripts; bench/page-weights.json has no such page.',
  ])
})
