import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { SAMPLE_NOW_MS, SAMPLE_TRACES } from '../../routes/lab/parts/samples.ts'
import { TraceTable } from './trace-table.tsx'

test('the services of a trace have a space between them, and before the number of the others', () => {
  const traces = SAMPLE_TRACES.slice(0, 1).map(trace => ({ ...trace, services: ['shop', 'stock', 'mail', 'pay'] }))
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <TraceTable traces={traces} nowMs={SAMPLE_NOW_MS} caption="Traces" />
    </MemoryRouter>,
  )
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('shop stock +2')
})
