import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ServerEvent } from '../../../store/sessions/list-server-events.ts'
import type { SessionEvent } from '../../../store/sessions/list-session-events.ts'
import { describeSteps } from '../../parts/session-events/describe-steps.ts'
import { addServerEvents } from './add-server-events.ts'

const ns = (ms: number) => BigInt(ms) * 1_000_000n
const step = (ms: number, of: Partial<SessionEvent> = {}): SessionEvent => ({
  ...{
    id: `s${ms}`,
    atNs: ns(ms),
    kind: 'span',
    service: 'web',
    route: '',
    name: 'GET',
    traceId: 'a',
    spanId: `${ms}`,
  },
  ...{ durationNs: 0n, isRoot: false, failed: false, attributes: {} },
  ...of,
})
const page = (ms: number, traceId = 'a') => step(ms, { isRoot: true, name: 'pageload /', traceId })
const served = (ms: number, of: Partial<ServerEvent> = {}): ServerEvent => ({
  ...{ id: `e${ms}`, atNs: ns(ms), kind: 'span', service: 'shop', route: '', name: 'GET /', traceId: 'a', spanId: '' },
  ...{ parentSpanId: '', durationNs: ns(1), failed: false, status: 0, severityNumber: 0, ofTrace: 1 },
  ...of,
})
const record = (ms: number, severityNumber: number, of: Partial<ServerEvent> = {}) =>
  served(ms, { kind: 'log', name: 'cache is cold', severityNumber, ...of })
const rowsOf = (steps: readonly SessionEvent[], events: readonly ServerEvent[]) =>
  addServerEvents(describeSteps(steps, 0n).rows, { events, firstNs: 0n })
const textsOf = (...of: Parameters<typeof rowsOf>) =>
  rowsOf(...of).map(({ elapsed, title, mark, detail }) =>
    [elapsed, title, mark?.label, detail].filter(Boolean).join(' '),
  )

test('requests and log records stand below their page, each with its time, status and severity', () => {
  const events = [
    served(10, { name: 'GET /pay', status: 200 }),
    record(20, 13),
    record(25, 17),
    served(30, { name: '', failed: true, status: 503 }),
    served(40, { name: 'poll', failed: true }),
  ]
  expect(textsOf([page(0), page(1_000, 'b')], events)).toEqual([
    '0.00 s pageload /',
    '0.01 s GET /pay 200',
    '0.02 s cache is cold warn',
    '0.03 s cache is cold error',
    '0.03 s unnamed span failed 503',
    '0.04 s poll failed',
    '1.00 s pageload /',
  ])
})

test('what a request of the session asked for is one row with it, which names both services, unless only the answer failed', () => {
  const request = step(10, { spanId: 'r' })
  const [, shown] = rowsOf([page(0), request], [served(12, { parentSpanId: 'r' })])
  expect([shown?.title, shown?.services]).toEqual(['GET', ['web', 'shop']])
  const failed = served(12, { parentSpanId: 'r', failed: true })
  expect(rowsOf([page(0), request], [failed])).toHaveLength(3)
  expect(rowsOf([page(0), { ...request, failed: true }], [failed])).toHaveLength(2)
  expect(rowsOf([page(0), request], [served(12, { parentSpanId: 'r', traceId: 'b' })])).toHaveLength(3)
})

test('how many more a trace has stands below those that are shown, and leads to the trace', () => {
  const all = [served(10, { ofTrace: 13 }), record(20, 9, { ofTrace: 2 }), served(30, { traceId: 'b' })]
  const rows = rowsOf([page(0), page(25, 'b')], all)
  expect(rows.map(({ title }) => title)).toEqual([
    ...['pageload /', 'GET /', 'cache is cold', '12 more requests and 1 more log record', 'pageload /', 'GET /'],
  ])
  expect(rows[3]).toMatchObject({ traceId: 'a', spanId: '', kind: 'log', elapsed: '' })
  const request = step(10, { spanId: 'r' })
  expect(textsOf([page(0), request], [served(12, { parentSpanId: 'r', ofTrace: 2 })]).at(-1)).toBe('1 more request')
})

test('whatever the clocks of servers say, times never decrease, and nothing stands above the page of its trace', () => {
  const time = fc.integer({ min: -100_000, max: 100_000 })
  fc.assert(
    fc.property(fc.array(fc.nat(59_000), { minLength: 1 }), fc.array(fc.tuple(time, fc.nat(9))), (pages, events) => {
      const steps = pages.toSorted((a, b) => a - b).map((ms, n) => page(ms, `${n}`))
      const sent = events.map(([ms, n], at) => served(ms, { id: `${at}`, traceId: `${n % pages.length}` }))
      const rows = rowsOf(
        steps,
        sent.toSorted((a, b) => Number(a.atNs - b.atNs)),
      )
      expect(rows).toHaveLength(steps.length + sent.length)
      for (const [at, { isOfServer, traceId }] of rows.entries()) {
        if (isOfServer) expect(rows.findIndex(row => row.isRoot && row.traceId === traceId)).toBeLessThan(at)
      }
      const inFirstMinute = rows.map(({ elapsed }) => elapsed).filter(text => !text.includes('min'))
      const seconds = inFirstMinute.map(text => Number.parseFloat(text))
      expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
    }),
  )
})
