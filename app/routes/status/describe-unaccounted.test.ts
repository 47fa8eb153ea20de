import { expect, test } from 'vitest'
import { describeUnaccountedItems } from './describe-unaccounted.ts'

const even = { unaccounted: 0, edge: 5 }

test('is empty when all is accounted for', () => {
  expect(describeUnaccountedItems({ signals: [even, even], endedCollectors: 3 })).toEqual([])
})

test('is empty when what is missing may be in transit', () => {
  expect(describeUnaccountedItems({ signals: [{ unaccounted: -5, edge: 5 }, even], endedCollectors: 0 })).toEqual([])
})

test('more acknowledged than accounted for may be lost', () => {
  const sentences = describeUnaccountedItems({ signals: [{ unaccounted: 6, edge: 5 }, even], endedCollectors: 0 })
  expect(sentences).toEqual([expect.stringContaining('may have been lost')])
})

test('less acknowledged than accounted for names Collectors that stopped, if any', () => {
  const signals = [even, { unaccounted: -6, edge: 5 }]
  expect(describeUnaccountedItems({ signals, endedCollectors: 1 })).toEqual([
    expect.stringContaining('1 Collector stopped'),
  ])
  expect(describeUnaccountedItems({ signals, endedCollectors: 0 })).toEqual([
    expect.stringContaining('was queued before'),
  ])
})
