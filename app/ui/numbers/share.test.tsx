import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorShare } from './share.tsx'

test('a share of errors is red from one per cent on', () => {
  expect(renderToStaticMarkup(<ErrorShare errors={769} total={10_000} />)).toBe('<span class="bad">7.69 %</span>')
  expect(renderToStaticMarkup(<ErrorShare errors={11} total={10_000} />)).toBe('<span>0.11 %</span>')
})
