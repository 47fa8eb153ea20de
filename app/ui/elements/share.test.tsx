import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CrashFreeShare, ErrorShare } from './share.tsx'

test('a share of errors is red from one per cent on', () => {
  expect(renderToStaticMarkup(<ErrorShare errors={769} total={10_000} />)).toBe('<span class="bad">7.69 %</span>')
  expect(renderToStaticMarkup(<ErrorShare errors={11} total={10_000} />)).toBe('<span>0.11 %</span>')
})

test('crash-free sessions are red by the same rule', () => {
  const html = (part: number, whole: number) =>
    renderToStaticMarkup(<CrashFreeShare part={part} whole={whole} none="–" />)
  expect(html(70, 100)).toBe('<span class="bad">70 % <span class="muted small">of 100</span></span>')
  expect(html(999, 1_000)).toBe('<span>99.9 % <span class="muted small">of 1,000</span></span>')
  expect(html(0, 0)).toBe('<span><span class="muted">–</span></span>')
})
