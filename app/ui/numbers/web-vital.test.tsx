import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { VitalRating, VitalRatings } from './web-vital.tsx'

const inp = { good: 200, poor: 500 }
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

test.each([
  [200, 'good'],
  [201, 'needs improvement'],
  [500, 'needs improvement'],
  [501, 'poor'],
])('an INP of %d ms is rated %s, as web.dev does', (value, rating) => {
  expect(textOf(renderToStaticMarkup(<VitalRating value={value} bounds={inp} />))).toBe(rating)
})

test('below a route stand only its vitals that are not good, each with its name', () => {
  const html = renderToStaticMarkup(
    <VitalRatings vitals={{ lcp: { now: 2_400 }, inp: { now: 214 }, cls: { now: 0.3 } }} />,
  )
  expect(textOf(html)).toBe('INP needs improvement CLS poor')
})
