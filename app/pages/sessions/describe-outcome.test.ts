import { expect, test } from 'vitest'
import type { SessionEvent } from '../../../store/sessions/list-session-events.ts'
import { describeOutcome } from './describe-outcome.ts'

const seconds = (count: number) => BigInt(count) * 1_000_000_000n
const step = (at: number, of: Partial<SessionEvent>): SessionEvent => ({
  ...{ id: String(at), atNs: seconds(at), kind: 'span', service: 'web', name: '', traceId: '', spanId: '' },
  ...{ durationNs: 0n, isRoot: false, failed: false, route: '', attributes: {} },
  ...of,
})
const page = (at: number, route: string) => step(at, { isRoot: true, route, name: `navigation ${route}` })
const exception = (at: number) => step(at, { kind: 'exception', failed: true, route: '/orders' })
const outcomeOf = (steps: readonly SessionEvent[], nowS = 9_000) =>
  describeOutcome({ steps, lastNs: steps.at(-1)?.atNs ?? 0n, nowNs: seconds(nowS) })

test.each([
  ['left', [page(1, '/cart'), exception(2), step(7, {})], 'no further page, left 5.00 s later'],
  ['left at once', [page(1, '/cart'), exception(2)], 'no further page, left'],
  ['came back', [page(1, '/cart'), exception(2), page(4, '/cart')], 'opened /cart again 2.00 s later'],
  ['went on', [page(1, '/cart'), exception(2), page(5, '/')], 'went on to / 3.00 s later'],
  ['went on after the last of them', [exception(2), page(5, '/'), exception(6)], 'no further page, left'],
  ['met none', [page(1, '/cart')], ''],
])('a visitor who %s', (_, steps, expected) => {
  expect(outcomeOf(steps)).toBe(expected)
})

test('a session that may go on has not ended', () => {
  expect(outcomeOf([page(1, '/cart'), exception(2)], 60)).toBe('no further page so far')
})
