import { expect, test } from 'vitest'
import { describeUnaccounted } from './describe-unaccounted.ts'

const even = { remains: 0, edge: 5 }

test('says nothing where nothing remains', () => {
  expect(describeUnaccounted({ signals: [even, even], endedCollectors: 3 })).toEqual([])
})

test('a few may be what was on its way at either end of the time', () => {
  expect(describeUnaccounted({ signals: [{ remains: -5, edge: 5 }, even], endedCollectors: 0 })).toEqual([
    'What remains is no more than may have been on its way when the time began or ended.',
  ])
})

test('more acknowledged than accounted for may be lost', () => {
  const sentences = describeUnaccounted({ signals: [{ remains: 6, edge: 5 }, even], endedCollectors: 0 })
  expect(sentences).toEqual([expect.stringContaining('it may be lost')])
})

test('less acknowledged than accounted for is told with Collectors that took their counting along, where some did', () => {
  const signals = [even, { remains: -6, edge: 5 }]
  expect(describeUnaccounted({ signals, endedCollectors: 1 })).toEqual([
    'More is accounted for than was acknowledged: 1 Collector ended meanwhile, and took the last seconds of its counting along.',
  ])
  expect(describeUnaccounted({ signals, endedCollectors: 0 })).toEqual([
    'More is accounted for than was acknowledged: it had waited since before, or came past the Collectors into the tables.',
  ])
})
