import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { TraceSummary } from '../../../store/traces/list-traces.ts'
import { SAMPLE_NOW_MS, SAMPLE_TRACES } from '../../routes/lab/parts/samples.ts'
import { type TraceRow, TraceTable } from './trace-table.tsx'

const textOf = (trace: TraceRow) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <TraceTable traces={[trace]} nowMs={SAMPLE_NOW_MS} caption="Traces" />
    </MemoryRouter>,
  ).replaceAll(/<[^>]*>/g, '')

test.each([
  [{ httpStatus: 200, failedSpanCount: 3, failedServices: ['checkout'] }, '3 spans failed in checkout'],
  [{ httpStatus: 502, failedSpanCount: 2, failedServices: ['mail', 'stock', 'web'] }, 'HTTP 502 in mail +2'],
  [{ httpStatus: 200, failedSpanCount: 0, failedServices: [] }, 'exception'],
])('a failed trace of %j says "%s"', (of, text) => {
  const [trace] = SAMPLE_TRACES
  expect(textOf({ ...(trace as TraceSummary), ...of, failed: true })).toContain(`GET /cart/:id${text}`)
})

test('a failed trace names the exception with which it began to fail, if it is known', () => {
  const trace = { ...(SAMPLE_TRACES[0] as TraceSummary), failed: true, failedSpanCount: 1 }
  expect(textOf({ ...trace, error: 'CardDeclined: expired' })).toContain('1 span failed CardDeclined: expired')
  expect(textOf({ ...trace, error: '' })).toBe(textOf(trace))
})

test('the services of a trace have a space between them, and before the number of the others', () => {
  const [trace] = SAMPLE_TRACES
  const text = textOf({ ...(trace as TraceSummary), services: ['shop', 'stock', 'mail', 'pay'] })
  expect(text).toContain('shop stock +2')
})
