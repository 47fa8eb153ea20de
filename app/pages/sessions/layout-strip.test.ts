import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SessionEvent } from '../../../store/sessions/list-session-events.ts'
import { describeSteps } from '../../parts/session-events/describe-steps.ts'
import { layoutStrip } from './layout-strip.ts'

const event = (ms: number, of: Partial<SessionEvent> = {}): SessionEvent => ({
  ...{ id: `${ms}`, atNs: BigInt(ms) * 1_000_000n, kind: 'span', service: 'web', route: '', name: 'GET', traceId: '' },
  ...{ spanId: '', durationNs: 0n, isRoot: false, failed: false, attributes: {} },
  ...of,
})
const page = (ms: number, route: string, durationMs = 0) =>
  event(ms, { isRoot: true, name: `navigation ${route}`, route, durationNs: BigInt(durationMs) * 1_000_000n })
const stripOf = (events: readonly SessionEvent[], firstNs = 0n, leftNs?: bigint) =>
  layoutStrip(describeSteps(events, firstNs).rows, { firstNs, leftNs })

test('pages stand on an axis of the whole session, with their routes, failures and what was pressed', () => {
  const pressed = JSON.stringify([{ type: 'click', target: 'button.add', secondsBefore: 2 }])
  const strip = stripOf([
    page(0, '/', 1_000),
    page(10_000, '/cart', 5_000),
    event(14_000, { kind: 'exception', failed: true, attributes: { 'errata.user_actions': pressed } }),
    event(16_000, { kind: 'log', durationNs: 24_000_000_000n }),
  ])
  expect(strip?.bars.map(({ x, width, failed }) => [x, width, failed])).toEqual([
    [0, 2.5, false],
    [25, 12.5, false],
    [35, 0.1, true],
  ])
  expect(strip?.labels).toMatchObject([
    { x: 0, text: '/', width: 24 },
    { x: 25, text: '/cart', width: 75 },
  ])
  expect(strip?.actions).toMatchObject([{ x: 30, text: 'Click on button.add' }])
  expect(strip?.ticks.map(({ x, text }) => `${text} at ${x}`)).toEqual([
    '0 s at 0',
    '10 s at 25',
    '20 s at 50',
    '30 s at 75',
  ])
})

test('long times without events are idle, and the end has a mark and its time', () => {
  const strip = stripOf([page(0, '/', 10_000), page(20_000, '/cart', 1_000), event(30_000)], 0n, 40_000_000_000n)
  expect(strip?.isShortened).toBe(true)
  expect(strip?.idle).toMatchObject([
    { x: 45.5, width: 25, text: '10.0 s' },
    { x: 75, width: 25, text: '9.00 s' },
  ])
  expect(strip?.end).toMatchObject({ x: 100, text: '30.0 s' })
  expect(strip?.ticks.every(({ x }) => x <= 72)).toBe(true)
  expect(stripOf([page(0, '/'), page(900, '/')], 0n, 0n)).toMatchObject({ idle: [], end: undefined })
})

test('one page alone has no strip', () => {
  expect(stripOf([page(0, '/'), event(5)])).toBeUndefined()
})

test('whatever the times, nothing sticks out, and there are few ticks, in order', () => {
  const pages = fc.array(fc.tuple(fc.nat(90_000_000), fc.nat(100_000)), { minLength: 2, maxLength: 9 })
  fc.assert(
    fc.property(pages, all => {
      const events = all.toSorted(([a], [b]) => a - b).map(([ms, length]) => page(ms, '/', length))
      const strip = stripOf(events, events[0]?.atNs, events.at(-1)?.atNs)
      if (strip === undefined) expect.fail('it has pages')
      for (const { x, width } of [...strip.bars, ...strip.labels, ...strip.idle, { width: 0, x: strip.end?.x ?? 0 }]) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x + width).toBeLessThan(100.3)
      }
      const ticks = strip.ticks.map(({ x }) => x)
      expect(ticks).toEqual(ticks.toSorted((a, b) => a - b))
      expect(ticks.length).toBeLessThanOrEqual(9)
      const placed = strip.bars.map(({ x }) => x)
      expect(placed).toEqual(placed.toSorted((a, b) => a - b))
      const idle = strip.idle.reduce((sum, { width }) => sum + width, 0)
      if (strip.isShortened) expect(idle).toBeLessThan(50 + strip.idle.length)
    }),
  )
})
