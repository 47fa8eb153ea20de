import { expect, test } from 'vitest'
import type { FoundLog } from '../../../store/logs/find-logs.ts'
import { foldVitals, toLogRows } from './fold-vitals.ts'

const of = (id: string, name: string, value: string, more: Partial<FoundLog> = {}, rating = 'good'): FoundLog => ({
  id,
  atNs: 5n,
  severityNumber: 9,
  service: 'shop-browser',
  isBrowser: true,
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  sessionId: 'e3a74',
  user: '',
  eventName: 'browser.web_vital',
  body: '',
  exceptionType: '',
  originalTime: '',
  columns: [],
  vital: { name, value, rating },
  ...more,
})
const textsOf = (rows: ReturnType<typeof foldVitals>) =>
  rows.map(({ id, vitals }) => [id, ...vitals.map(({ text, rating }) => (rating === '' ? text : `${text}, ${rating}`))])

test('the web vitals of a page view are one row, the first record of which it opens', () => {
  const inp = of('a', 'inp', '224', {}, 'needs-improvement')
  const rows = foldVitals([inp, of('b', 'cls', '0.072'), of('c', 'ttfb', '53.6'), of('d', 'lcp', '1650')], undefined)
  expect(textsOf(rows)).toEqual([['a', 'LCP 1.65 s', 'INP 224 ms, needs improvement', 'CLS 0.072', 'TTFB 53.6 ms']])
  expect(rows[0]?.vitals.map(({ className }) => className)).toEqual(['muted', 'warn', 'muted', 'muted'])
})

test('vitals that all are good say so once; one that this list does not know comes last', () => {
  const rows = foldVitals([of('a', 'new', '4'), of('b', 'cls', '0'), of('c', 'lcp', '396')], undefined)
  expect(textsOf(rows)).toEqual([['a', 'LCP 396 ms', 'CLS 0', 'NEW 4.00 ms, good']])
})

test.each([
  { traceId: '1af7651916cd43dd8448eb211c80319c' },
  { sessionId: 'f4b85' },
  { service: 'admin-browser' },
  { vital: undefined },
  { originalTime: '7' },
])('a record that differs in %o ends a row', other => {
  const rows = foldVitals([of('a', 'cls', '0'), of('b', 'cls', '0', other), of('c', 'lcp', '396')], undefined)
  expect(rows.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('records outside of a trace are not folded', () => {
  const untraced = { traceId: '' }
  expect(foldVitals([of('a', 'cls', '0', untraced), of('b', 'lcp', '396', untraced)], undefined)).toHaveLength(2)
})

test('each of the vitals around the open record has its row, as in a list that folds none', () => {
  const logs = [of('a', 'cls', '0'), of('b', 'lcp', '2600', {}, 'poor'), of('c', 'fcp', '158')]
  const rows = [
    ['a', 'CLS 0, good'],
    ['b', 'LCP 2.60 s, poor'],
    ['c', 'FCP 158 ms, good'],
  ]
  expect(textsOf(foldVitals(logs, 'c'))).toEqual(rows)
  expect(textsOf(toLogRows(logs))).toEqual(rows)
  expect(textsOf(toLogRows([of('x', 'cls', '0', { vital: undefined, body: 'started' })]))).toEqual([['x']])
})
