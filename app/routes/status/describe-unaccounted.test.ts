import { expect, test } from 'vitest'
import { describeUnaccountedItems } from './describe-unaccounted.ts'

const even = { unaccounted: 0, edge: 5, removedElsewhere: 0 }
const all = { spans: even, logs: even, points: even, endedCollectors: 0 }

test('is empty when all is accounted for', () => {
  expect(describeUnaccountedItems({ ...all, endedCollectors: 3 })).toEqual([])
})

test('is empty when what is missing may be in transit', () => {
  expect(describeUnaccountedItems({ ...all, spans: { ...even, unaccounted: -5 } })).toEqual([])
})

test('more acknowledged than accounted for may be lost', () => {
  const sentences = describeUnaccountedItems({ ...all, spans: { ...even, unaccounted: 6 } })
  expect(sentences).toEqual([expect.stringContaining('may have been lost')])
})

test('less acknowledged than accounted for names Collectors that stopped, if any', () => {
  const surplus = { ...all, logs: { ...even, unaccounted: -6 } }
  expect(describeUnaccountedItems({ ...surplus, endedCollectors: 1 })).toEqual([
    expect.stringMatching(/^6 more stored or dropped than acknowledged: 1 Collector stopped or restarted/),
  ])
  expect(describeUnaccountedItems(surplus)).toEqual([expect.stringContaining('was queued before')])
})

test('what rules dropped in another hour is told', () => {
  expect(describeUnaccountedItems({ ...all, logs: { ...even, removedElsewhere: 9 } })).toEqual([
    'Of those dropped by rule, no spans and 9 log records have timestamps before this hour, or were sent again.',
  ])
})
