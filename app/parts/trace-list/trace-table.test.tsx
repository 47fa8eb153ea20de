import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { TraceSummary } from '../../../store/traces/list-traces.ts'
import type { TraceId } from '../../../store/units.ts'
import { SAMPLE_NOW_MS, SAMPLE_TRACES } from '../../pages/lab/parts/samples.ts'
import { longestOnScale } from '../../ui/table/duration-bar.tsx'
import type { SortParam } from '../../ui/table/sort-header.tsx'
import { type TraceRow, TraceTable } from './trace-table.tsx'

const idOf = (n: number) => `${n}`.padStart(32, '0') as TraceId

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

test('a trace that is more than twice as long as its root names that duration too', () => {
  const of = (durationNs: bigint, httpStatus = 0) =>
    textOf({ ...(SAMPLE_TRACES[0] as TraceSummary), durationNs, rootDurationNs: 120_000_000n, httpStatus })
  expect(of(4_200_000_000n)).toMatch(/root span 120 ms.*4\.20 s/)
  expect(of(4_200_000_000n, 200)).toMatch(/answered in 120 ms.*4\.20 s/)
  expect(of(240_000_000n)).not.toContain('root')
})

test('a list that can be sorted tells the traces of an hour apart by the clock, others say their age', () => {
  const [trace] = SAMPLE_TRACES
  const cellsOf = (sorting?: SortParam) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <TraceTable
          traces={[10, 11].map(n => ({
            ...(trace as TraceSummary),
            traceId: idOf(n),
            startNs: BigInt(SAMPLE_NOW_MS - (3_600_000 + n * 60_000)) * 1_000_000n,
          }))}
          nowMs={SAMPLE_NOW_MS}
          caption="Traces"
          {...(sorting === undefined ? {} : { sorting })}
        />
      </MemoryRouter>,
    ).match(/(?<=<time[^>]*>)[^<]+/g)
  const [first, second] = cellsOf({ sort: '-began', none: '-began' }) ?? []
  expect(first).toMatch(/^\d\d:\d\d:\d\d$/)
  expect(first).not.toBe(second)
  expect(cellsOf({ sort: '-duration', none: '-began' })?.[0]).toContain(first)
  expect(cellsOf()).toEqual(['1 h ago', '1 h ago'])
})

test('a few traces that are many times as long as the others do not flatten their bars, and are marked', () => {
  const last = (...durations: readonly number[]) => longestOnScale(durations.map(ns => ({ durationNs: BigInt(ns) })))
  expect([last(), last(7), last(9, 4), last(26, 6), last(900, 7)]).toEqual([1, 7, 9, 26, 7])
  expect(last(86_400, 3, 2, 1)).toBe(3)
  expect(last(...Array.from({ length: 50 }, (_, n) => (n < 3 ? 5_000 : 100)))).toBe(100)
  expect(last(...Array.from({ length: 50 }, (_, n) => (n < 4 ? 5_000 : 100)))).toBe(5_000)
  const [trace] = SAMPLE_TRACES
  const barsOf = (...durations: readonly bigint[]) =>
    [
      ...renderToStaticMarkup(
        <MemoryRouter>
          <TraceTable
            traces={durations.map((durationNs, n) => ({ ...(trace as TraceSummary), traceId: idOf(n), durationNs }))}
            nowMs={SAMPLE_NOW_MS}
            caption="Traces"
          />
        </MemoryRouter>,
      ).matchAll(/<rect (?:x="\d+%" )?width="(\d+)%/g),
    ].map(([, width]) => width)
  expect(barsOf(900n, 7n, 1n)).toEqual(['80', '16', '100', '14'])
})
