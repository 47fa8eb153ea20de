import fc from 'fast-check'
import { expect, test } from 'vitest'
import { correctClock } from './correct-clock.ts'

const receivedMs = 1_800_000_000_000
const ns = (atMs: number) => `${atMs}000000`
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })
const hourMs = 3_600_000

/** A post of each signal, of records at a time of the browser's clock. */
const postAt = (atMs: number) => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              startTimeUnixNano: ns(atMs),
              endTimeUnixNano: ns(atMs + 5),
              attributes: [text('a', 'b')],
              events: [{ timeUnixNano: ns(atMs + 1) }],
            },
          ],
        },
      ],
    },
  ],
  resourceLogs: [{ scopeLogs: [{ logRecords: [{ timeUnixNano: ns(atMs), observedTimeUnixNano: ns(atMs) }] }] }],
})

test.each([
  ['ahead', 2 * hourMs],
  ['behind', -2 * hourMs],
  ['a year behind', -8_760 * hourMs],
  ['a minute and a second ahead', 61_000],
])('a browser whose clock is %s: each time is moved by as much, and each record keeps its own', (_, aheadMs) => {
  const request = postAt(receivedMs + aheadMs - 1_000)
  correctClock(request, String(receivedMs + aheadMs), receivedMs)

  const original = (byMs = 0) => text('errata.clock.browser', ns(receivedMs + aheadMs - 1_000 + byMs))
  expect(request.resourceSpans[0]?.scopeSpans[0]?.spans).toEqual([
    {
      startTimeUnixNano: ns(receivedMs - 1_000),
      endTimeUnixNano: ns(receivedMs - 995),
      attributes: [text('a', 'b'), original()],
      events: [{ timeUnixNano: ns(receivedMs - 999), attributes: [original(1)] }],
    },
  ])
  expect(request.resourceLogs[0]?.scopeLogs[0]?.logRecords).toEqual([
    {
      timeUnixNano: ns(receivedMs - 1_000),
      observedTimeUnixNano: ns(receivedMs - 1_000),
      attributes: [original()],
    },
  ])
})

test.each([
  ['does not say when it was sent', undefined],
  ['says it in no number', 'yesterday'],
  ['was sent a minute before it was received', String(receivedMs - 60_000)],
  ['was sent a minute after it was received', String(receivedMs + 60_000)],
])('a post that %s stays as it is', (_, sent) => {
  const request = postAt(receivedMs - 7 * hourMs)
  correctClock(request, sent, receivedMs)
  expect(request).toEqual(postAt(receivedMs - 7 * hourMs))
})

test('names with underscores are moved too, and an attribute of the browser itself is replaced', () => {
  const record = { time_unix_nano: ns(receivedMs + hourMs), attributes: [text('errata.clock.browser', 'forged')] }
  correctClock({ resource_logs: [{ scope_logs: [{ log_records: [record] }] }] }, `${receivedMs + hourMs}`, receivedMs)
  expect(record).toEqual({
    time_unix_nano: ns(receivedMs),
    attributes: [text('errata.clock.browser', ns(receivedMs + hourMs))],
  })
})

test('a record without a time gets none, and no value makes it fail', () => {
  const value = fc.oneof(
    fc.constantFrom(0, '0', 'x', null, '99999999999999999999', '-5', { toString: 1 }),
    fc.anything(),
  )
  fc.assert(
    fc.property(fc.record({ timeUnixNano: value, attributes: fc.anything() }), fc.nat(), (record, sentMs) => {
      const request = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ ...record }] }] }] }
      expect(() => correctClock(request, String(sentMs), receivedMs)).not.toThrow()
    }),
  )
  const record = { timeUnixNano: '0', observedTimeUnixNano: 0 }
  correctClock({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] }, '1', receivedMs)
  expect(record).toEqual({ timeUnixNano: '0', observedTimeUnixNano: 0 })
})
