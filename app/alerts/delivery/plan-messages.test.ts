import { expect, test } from 'vitest'
import type { KnownChannel } from '../channel.ts'
import { eventContentSchema } from '../event-content.ts'
import { type KnownSilence, silenceSchema } from '../silence.ts'
import type { SeenStep } from './claims.ts'
import { planMessages, type SeenEvent } from './plan-messages.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const NOW_MS = 1_700_000_000_000

const channel = (kind: 'slack' | 'webhook' | 'pagerduty'): KnownChannel =>
  ({
    ...{ id: 'channel', kind, name: kind, isEnabled: true, isBrief: false },
    to: { url: 'https://example.com', secret: 'whsec_', routingKey: 'key' },
  }) as KnownChannel

interface EventParts {
  readonly agoMs?: number
  readonly what?: SeenEvent['what']
  readonly episode?: string
  readonly rule?: string
  readonly kind?: string
  readonly isSilent?: boolean
}

function eventOf(id: string, of: EventParts = {}): SeenEvent {
  const { agoMs = MINUTE_MS, what = 'firing', episode = id, rule = 'rule', kind = 'count', isSilent = false } = of
  return {
    ...{ id, atNs: BigInt(NOW_MS - agoMs) * 1_000_000n, rule, revision: '1', subject: id, desk: 'desk', episode, what },
    content: eventContentSchema.parse({ kind, service: id, channels: ['channel'], isSilent }),
    seenMs: NOW_MS - agoMs,
  }
}

function stepOf(event: string, of: Partial<SeenStep> & { readonly agoMs?: number }): SeenStep {
  const { agoMs = MINUTE_MS, ...rest } = of
  return {
    ...{ event, channel: 'channel', attempt: 1, desk: 'desk', state: 'claimed', message: 'message', status: 0 },
    ...{ durationMs: 1, retryMs: 0, reason: '', atNs: BigInt(NOW_MS - agoMs) * 1_000_000n },
    ...{ seenMs: NOW_MS - agoMs, assumedMs: NOW_MS - agoMs, ...rest },
  }
}

const silenceOf = (of: Partial<KnownSilence>): KnownSilence => ({
  ...silenceSchema.parse({ fromMs: NOW_MS - MINUTE_MS, untilMs: NOW_MS + MINUTE_MS }),
  ...{ id: 'silence', ...of },
})

interface State {
  readonly kind?: 'slack' | 'webhook' | 'pagerduty'
  readonly steps?: readonly SeenStep[]
  readonly silences?: readonly KnownSilence[]
  readonly nowMs?: number
}

const plan = (events: readonly SeenEvent[], { kind = 'slack', steps = [], silences = [], nowMs = NOW_MS }: State) =>
  planMessages({ nowMs, events, steps, channels: [channel(kind)], silences }).messages

const idsOf = (messages: ReturnType<typeof plan>) => messages.map(({ events }) => events.map(({ id }) => id))

test('what fired and ended is told, though a silence lay between', () => {
  const events = [
    eventOf('shop', { agoMs: 10 * MINUTE_MS }),
    eventOf('end', { agoMs: MINUTE_MS, episode: 'shop', what: 'resolved' }),
  ]
  const silences = [silenceOf({ fromMs: NOW_MS - 8 * MINUTE_MS, untilMs: NOW_MS - 7 * MINUTE_MS })]
  expect(idsOf(plan(events, { silences }))).toEqual([['shop']])
})

test('what ended under a silence is not told', () => {
  const events = [
    eventOf('shop', { agoMs: 10 * MINUTE_MS }),
    eventOf('end', { agoMs: 5 * MINUTE_MS, episode: 'shop', what: 'resolved' }),
  ]
  const silences = [silenceOf({ fromMs: NOW_MS - 8 * MINUTE_MS, untilMs: NOW_MS - MINUTE_MS })]
  expect(idsOf(plan(events, { silences }))).toEqual([])
})

test('a silence for one of several that are to be told again holds up no other', () => {
  const events = [eventOf('shop'), eventOf('billing')]
  const steps = ['shop', 'billing'].flatMap(id => [stepOf(id, {}), stepOf(id, { state: 'failed', retryMs: 10_000 })])
  const silences = [silenceOf({ service: 'shop' })]
  const first = plan(events, { steps, silences })
  expect(first).toMatchObject([{ id: 'message', attempt: 2, events: [{ id: 'billing' }] }])

  const sent = [stepOf('billing', { attempt: 2, agoMs: 0 }), stepOf('billing', { attempt: 2, state: 'sent', agoMs: 0 })]
  const nowMs = NOW_MS + HOUR_MS
  const [then] = plan(events, { steps: [...steps, ...sent], silences, nowMs })
  expect(then).toMatchObject({ attempt: 2, events: [{ id: 'shop' }] })
  expect(then?.id).not.toBe('message')
})

test('what a rule that was changed had begun ends for programs, and people are not told', () => {
  const events = [eventOf('shop'), eventOf('end', { episode: 'shop', what: 'resolved', isSilent: true })]
  const steps = [stepOf('shop', {}), stepOf('shop', { state: 'sent' })]
  expect(idsOf(plan(events, { kind: 'pagerduty', steps }))).toEqual([['end']])
  expect(idsOf(plan(events, { kind: 'slack', steps, nowMs: NOW_MS + HOUR_MS }))).toEqual([])
})

test('a channel that was off for days tells what lasts, and nothing that is over', () => {
  const events = [
    eventOf('over', { agoMs: 3 * DAY_MS }),
    eventOf('end', { agoMs: 3 * DAY_MS - HOUR_MS, episode: 'over', what: 'resolved' }),
    eventOf('issue', { agoMs: 3 * DAY_MS, kind: 'issue' }),
    eventOf('lasts', { agoMs: 3 * DAY_MS }),
  ]
  expect(idsOf(plan(events, {}))).toEqual([['lasts']])
})

test('an issue that is new under a silence of days is told when that ends', () => {
  const events = [eventOf('issue', { agoMs: 3 * DAY_MS, kind: 'issue' })]
  const silences = [silenceOf({ fromMs: NOW_MS - 4 * DAY_MS, untilMs: NOW_MS - MINUTE_MS })]
  expect(idsOf(plan(events, { silences }))).toEqual([['issue']])
})

test('attempts that could not be claimed in time count for no failure of the receiver', () => {
  const steps = Array.from({ length: 8 }, (_, i) => i + 1).flatMap(attempt => [
    stepOf('shop', { attempt }),
    stepOf('shop', { attempt, state: 'failed', retryMs: 0 }),
  ])
  expect(plan([eventOf('shop')], { steps })).toMatchObject([{ attempt: 9, failures: 0 }])
})

test('ten thousand new issues are sent to a program some at a time', () => {
  const events = Array.from({ length: 10_000 }, (_, i) => eventOf(`issue-${i}`, { kind: 'issue' }))
  const startedMs = performance.now()
  const messages = plan(events, { kind: 'webhook' })
  expect(messages).toHaveLength(50)
  expect(performance.now() - startedMs).toBeLessThan(2_000)
})
