import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Lift } from './lift.tsx'

test.each([
  [0.352, 0.0805, '4.4×'],
  [0.9, 0.03, '30×'],
  [0.206, 0.624, '3× rarer'],
  [0.01, 0.25, '25× rarer'],
  [0, 0.624, 'none'],
  [0.26, 0, 'only here'],
])('a value of %d of the selected rows and %d of the others says "%s"', (selected, others, text) => {
  const html = renderToStaticMarkup(<Lift selected={selected} others={others} />)
  expect(html.replaceAll(/<.*?>/g, '')).toBe(text)
})
