import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatRatio, RelativeChange } from './trend.tsx'
import { VitalChange } from './web-vital.tsx'

const colourOf = (html: string) => /class="change ?(\w*)"/.exec(html)?.[1]

test.each([
  ['exceptions that tripled', 26, 8, 1, 'worse'],
  ['exceptions that ended', 0, 49, 1, 'better'],
  ['one exception more or less', 7, 8, 1, ''],
  ['the only exception of a period', 1, 0, 1, ''],
  ['an error rate that rose from 27 to 61 of 5,000', 61 / 5_000, 27 / 5_000, 5_000, 'worse'],
  ['an error rate of 0 after one error of 85', 0, 1 / 85, 69, ''],
])('%s: the colour of the change', (_, now, before, of, colour) => {
  expect(colourOf(renderToStaticMarkup(<RelativeChange now={now} before={before} total={of} worse="more" />))).toBe(
    colour,
  )
})

test.each([
  [8, 6, 'no clear change'],
  [18, 6, '3×'],
  [8, 0, 'up from 0'],
  [0, 8, 'down to 0'],
  [66, 55, 'up 20 %'],
])('%d exceptions after %d: %s', (now, before, text) => {
  expect(renderToStaticMarkup(<RelativeChange now={now} before={before} total={1} worse="more" />)).toContain(
    `>${text}<`,
  )
})

test('the change of a web vital that is good has no colour, whatever it is', () => {
  const bounds = { good: 800, poor: 1_800 }
  const colour = (value: number) =>
    colourOf(renderToStaticMarkup(<VitalChange value={value} before={90} bounds={bounds} />))
  expect([colour(105), colour(900)]).toEqual(['', 'worse'])
})

test.each([
  [3.34, 0.61, '5.5×'],
  [1.07, 0.49, '2.2×'],
  [88, 100, '0.88×'],
  [0, 5, 'down to 0'],
  [5, 0, 'up from 0'],
  [1_040, 1_000, 'no change'],
])('%s after %s is %s in a column of ratios', (now, before, text) => {
  expect(formatRatio(now, before)).toBe(text)
})
