import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Lift } from './lift.tsx'

test.each([
  [0.352, 0.0805, 0.2, '4.4×'],
  [0.9, 0.03, 0.8, '30×'],
  // None to compare with, less frequent, or by chance.
  [0.26, 0, 0.1, ''],
  [0.206, 0.624, 0.3, ''],
  [0.0667, 0.0385, 0, ''],
])(
  'a value of %d of the selected rows and %d of the others, with score %d, says "%s"',
  (selected, others, score, text) => {
    const html = renderToStaticMarkup(<Lift selected={selected} others={others} score={score} />)
    expect(html.replaceAll(/<.*?>/g, '')).toBe(text)
  },
)
