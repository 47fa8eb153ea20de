import { expect, test } from 'vitest'
import { describeTotal } from './describe-total.ts'

const rule = { removed: 0, spans: 0, events: 0, logs: 0, before: 0, all: 18_600 }

test.each([
  [
    '91 records dropped, 0.49\u00a0% of 18.6\u00a0k, down 54\u00a0%',
    [
      { spans: 74, before: 180 },
      { logs: 17, before: 20 },
    ],
  ],
  ['1 record and 2 span events dropped, < 0.01\u00a0% of 18.6\u00a0k, no clear change', [{ logs: 1, events: 2 }]],
  ['3 span events dropped, no change', [{ events: 3, before: 3 }]],
  ['Nothing dropped, 7 before', [{ before: 7 }]],
  ['Nothing dropped', [{}]],
  ['Nothing dropped', []],
])('%s', (text, rules) => {
  expect(describeTotal(rules.map(of => ({ ...rule, ...of })))).toBe(text)
})
