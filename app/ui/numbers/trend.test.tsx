import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { compareCounts, compareShares } from '../../insights/change.ts'
import { RelativeChange } from './trend.tsx'
import { VitalChange } from './web-vital.tsx'

const colourOf = (html: string) => /class="change ?(\w*)"/.exec(html)?.[1]
const share = (part: number, whole: number) => ({ part, whole })

test.each([
  ['exceptions that tripled', compareCounts({ now: 26, before: 8 }), 'worse'],
  ['exceptions that ended', compareCounts({ now: 0, before: 49 }), 'better'],
  ['one exception more or less', compareCounts({ now: 7, before: 8 }), ''],
  ['the only exception of a period', compareCounts({ now: 1, before: 0 }), ''],
  ['an error rate that rose from 27 to 61 of 5,000', compareShares(share(61, 5_000), share(27, 5_000)), 'worse'],
  ['an error rate of 0 after one error of 85', compareShares(share(0, 69), share(1, 85)), ''],
])('%s: the colour of the change', (_, change, colour) => {
  expect(colourOf(renderToStaticMarkup(<RelativeChange change={change} worse="more" />))).toBe(colour)
})

test.each([
  [8, 6, 'no clear change'],
  [18, 6, 'no clear change'],
  [24, 6, '4×'],
  [8, 0, 'up from 0'],
  [0, 8, 'down to 0'],
  [166, 115, 'up 44 %'],
])('%d exceptions after %d: %s', (now, before, text) => {
  const change = compareCounts({ now, before })
  expect(renderToStaticMarkup(<RelativeChange change={change} worse="more" />)).toContain(`>${text}<`)
})

test('the change of a web vital that is good has no colour, whatever it is', () => {
  const bounds = { good: 800, poor: 1_800 }
  const colour = (value: number) =>
    colourOf(renderToStaticMarkup(<VitalChange value={value} before={90} samples={200} bounds={bounds} />))
  expect([colour(130), colour(900)]).toEqual(['', 'worse'])
})
