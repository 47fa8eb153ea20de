import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runs } from '../../../../../test/property-runs.ts'
import { type LogRecord, type Signals, severityError, severityWarning } from '../../send/signals.ts'
import { type ExceptionRecord, limitRepeats } from './limit-repeats.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { origin: 'https://shop.example' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function start() {
  const logs: LogRecord[] = []
  const signals: Signals = {
    guard: callback => callback,
    scrub: url => url,
    onHide: [],
    end() {},
    log: record => logs.push(record),
    decide() {},
  }
  return { logs, ...limitRepeats(signals) }
}

const exception = (
  message: string,
  frame = 'at pay (https://shop.example/assets/pay.js:1:2)',
  severity: LogRecord['severity'] = severityError,
): ExceptionRecord => ({
  eventName: 'exception',
  severity,
  atMs: Date.now(),
  attributes: {
    'exception.type': 'TypeError',
    'exception.message': message,
    'exception.stacktrace': `TypeError: ${message}\n    ${frame}`,
  },
})

const repeatsOf = ({ attributes }: LogRecord) => Number(attributes['errata.exception.repeats'] ?? 0)

test('1,500 of the same error are three records, and a minute later a fourth with the number of the others', () => {
  const { logs, record } = start()
  for (let i = 0; i < 1_500; i++) record(exception('in a loop'))

  expect(logs.map(repeatsOf)).toEqual([0, 0, 0])
  vi.advanceTimersByTime(60_000)
  expect(logs.map(repeatsOf)).toEqual([0, 0, 0, 1_496])
})

test('a record that is sent later has the time of its occurrence', () => {
  const { logs, record } = start()
  vi.setSystemTime(1_000)
  for (let i = 0; i < 4; i++) record(exception('x'))
  vi.advanceTimersByTime(60_000)

  expect(logs.map(({ atMs }) => atMs)).toEqual([1_000, 1_000, 1_000, 1_000])
})

test.each([
  ['another message', exception('y')],
  ['another place of the page', exception('x', 'at pay (https://shop.example/assets/pay.js:9:2)')],
  [
    'another place of the page, below the same code of elsewhere',
    exception('x', 'at a (https://cdn.example/a.js:1:1)\n    at b (https://shop.example/b.js:2:2)'),
  ],
  ['a warning of the app', exception('x', undefined, severityWarning)],
])('%s is another error', (_, other) => {
  const { logs, record } = start()
  for (let i = 0; i < 9; i++) record(exception('x'))
  record(exception('x', 'at a (https://cdn.example/a.js:1:1)\n    at b (https://shop.example/b.js:1:1)'))
  record(other)

  expect(logs).toHaveLength(5)
})

test('no occurrence is lost, and no error is recorded more than four times a minute and visit', () => {
  const step = fc.oneof(
    { weight: 20, arbitrary: fc.record({ message: fc.stringMatching(/^[a-z]$/), times: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.constant('a minute' as const) },
    { weight: 1, arbitrary: fc.constant('hidden' as const) },
    { weight: 1, arbitrary: fc.constant('150 others' as const) },
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const { logs, record, end } = start()
      let count = 0
      let ends = 1
      const throws = (message: string, times: number) => {
        count += times
        for (let i = 0; i < times; i++) record(exception(message))
      }
      for (const one of steps) {
        if (one === 'a minute') vi.advanceTimersByTime(60_000)
        else if (one === 'hidden') end()
        else if (one === '150 others') for (let i = 0; i < 150; i++) throws(`other ${i}`, 1)
        else throws(one.message, one.times)
        if (typeof one === 'string') ends++
      }
      end()
      const most = Math.max(
        0,
        ...Map.groupBy(logs, log => log.attributes['exception.message'])
          .values()
          .map(of => of.length),
      )
      expect(logs.reduce((sum, log) => sum + 1 + repeatsOf(log), 0)).toBe(count)
      expect(most).toBeLessThanOrEqual(4 * ends)
      expect(vi.getTimerCount()).toBe(0)
    }),
    runs(200),
  )
})
