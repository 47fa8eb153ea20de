import { expect, test } from 'vitest'
import type { TraceLog } from '../../../store/traces/list-trace-logs.ts'
import { describeNearestLogs } from './describe-nearest-logs.server.ts'

const MS = 1_000_000n
const log = (atMs: number, of: Partial<TraceLog> = {}): TraceLog => ({
  ...{
    id: `${atMs}`,
    atNs: BigInt(atMs) * MS,
    spanId: '',
    service: 'checkout',
    isBrowser: false,
    severityNumber: 13,
    severityText: '',
  },
  ...{ eventName: '', message: `line ${atMs}`, messageRest: 0, jsonBody: '', attributes: {}, isCut: false },
  ...of,
})
const textsOf = (...logs: readonly TraceLog[]) =>
  describeNearestLogs(logs, 100n * MS).map(({ when, text }) => `${when}: ${text}`)

test('the lines nearest to an exception, oldest first', () => {
  expect(textsOf(...[1, 20, 99, 100, 101, 102, 103, 104].map(at => log(at)))).toEqual([
    '1.00 ms before: line 99',
    'same time: line 100',
    '1.00 ms after: line 101',
    '2.00 ms after: line 102',
    '3.00 ms after: line 103',
    '4.00 ms after: line 104',
  ])
  expect(describeNearestLogs([log(1)], MS)).toMatchObject([
    { severity: 'warn', className: 'warn', service: 'checkout' },
  ])
})

test('exceptions, events of browsers and empty records are left out, and a cut text is marked', () => {
  const exception = log(1, { attributes: { 'exception.type': 'TypeError' } })
  const vital = log(2, { eventName: 'browser.web_vital' })
  expect(textsOf(exception, vital, log(3, { message: '' }), log(4, { messageRest: 9 }))).toEqual([
    '96.0 ms before: line 4…',
  ])
})
