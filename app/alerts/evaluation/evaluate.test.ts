import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredAlertEvent } from '../../../store/alerts/list-alert-events.ts'
import { ruleOf } from '../../../test/alerts/judge-one.ts'
import { runs } from '../../../test/property-runs.ts'
import { randomNumbers, startVirtualDesks, type VirtualLife } from '../../../test/virtual-desks.ts'
import { createVirtualTime } from '../../../test/virtual-time.ts'
import { readEvent } from '../event-content.ts'
import type { Judgement } from '../judge.ts'
import type { KnownRule } from '../rule.ts'
import { createEvaluation, type EvaluationWorld } from './evaluate.ts'
import type { NewEvaluation } from './evaluation-cache.ts'

/* Desks over one database, in virtual time, as in delivery/deliver.test.ts. What rules find is a function of the minute. */

const START_MS = 1_700_000_040_000
const MINUTE_MS = 60_000
const LENGTH_MINUTES = 100

interface Scenario {
  readonly seed: number
  readonly skewsMs: readonly number[]
  /** From and length of breaches, in minutes. */
  readonly breaches: readonly { readonly from: number; readonly length: number }[]
  readonly forMinutes: number
  readonly crashes: number
  /** When canaries begin to arrive, in minutes. @default 0 */
  readonly canaryFrom?: number
  /** @default 100 */
  readonly lengthMinutes?: number
  /** The kinds of the rules. @default count and error rate */
  readonly kinds?: readonly (keyof typeof WATCHED)[]
  readonly remindHours?: number
  /** When rules were made. @default at the start */
  readonly sinceMs?: number
  /** From that minute on rules were deleted, or are of a newer version, which this one cannot read. @default never */
  readonly lost?: { readonly from: number; readonly until?: number; readonly as: 'deleted' | 'unreadable' }
  /** The database does not take the first evaluations with a breach. @default false */
  readonly refusesBreach?: boolean
  /** Minutes, from and length, in which the first desk cannot reach the database. @default none */
  readonly away?: { readonly from: number; readonly length: number }
  /** True if a minute is in breach when it is judged at a time: telemetry may come late. @default by `breaches` */
  readonly isBreachAt?: (minute: number, nowMinute: number) => boolean
}

const WATCHED = {
  issue: { changes: ['new'] },
  count: { of: 'exceptions', by: 'all', atLeast: 1, windowMinutes: 1 },
  'error rate': { abovePercent: 5, windowMinutes: 1 },
} as const

const watchedRule = (
  kind: keyof typeof WATCHED,
  { forMinutes, remindHours = 0, sinceMs = START_MS }: RuleTimes,
): KnownRule => {
  const times = { forMinutes, remindHours, clearMinutes: 3, sinceMs }
  return ruleOf(kind, WATCHED[kind], { ...times, channels: ['slack'], id: kind, revision: '1' })
}

type RuleTimes = Pick<Scenario, 'forMinutes' | 'remindHours' | 'sinceMs'>

async function evaluateAll(of: Scenario) {
  const { seed, skewsMs, breaches, crashes, canaryFrom = 0, lengthMinutes = LENGTH_MINUTES, away } = of
  const random = randomNumbers(seed)
  const time = createVirtualTime(START_MS)
  const evaluations: (NewEvaluation & { readonly atMs: number })[] = []
  const events = new Map<string, StoredAlertEvent>()
  const rules = (of.kinds ?? ['count', 'error rate']).map(kind => watchedRule(kind, of))
  const about = { service: 'shop', environment: '', release: '', operation: '', issue: '' }
  const minuteOf = (ms: number) => (ms - START_MS) / MINUTE_MS
  const isBreach = (slotMs: number) =>
    of.isBreachAt?.(minuteOf(slotMs), minuteOf(time.nowMs())) ??
    breaches.some(({ from, length }) => minuteOf(slotMs) >= from && minuteOf(slotMs) < from + length)
  let { refusesBreach = false } = of
  const judgementOf = (slotMs: number): Judgement => ({
    outcome: 'judged',
    fromMs: slotMs - MINUTE_MS,
    observations: [
      {
        ...{
          subject: 'shop',
          cause: '',
          isBreach: isBreach(slotMs),
          value: 1,
          threshold: 1,
          unit: 'count',
          label: 'shop',
        },
        ...{ why: '', about },
      },
    ],
  })
  const endMs = START_MS + lengthMinutes * MINUTE_MS

  async function live({ name, call }: VirtualLife): Promise<void> {
    const world: EvaluationWorld = {
      hasCanary: true,
      watermark: () =>
        call(() => ({
          asOfNs: BigInt(time.nowMs()) * 1_000_000n,
          canaryNs:
            time.nowMs() < START_MS + canaryFrom * MINUTE_MS ? undefined : BigInt(time.nowMs() - 5_000) * 1_000_000n,
        })),
      listEvaluations: ({ fromMs, toMs }) =>
        call(() => {
          const firsts = new Map<string, (typeof evaluations)[number]>()
          for (const row of evaluations.toSorted((a, b) => a.atMs - b.atMs)) {
            const slotMs = Number(row.slotNs / 1_000_000n)
            const key = JSON.stringify([row.rule, slotMs, row.subject])
            if (slotMs >= fromMs && slotMs < toMs && !firsts.has(key)) firsts.set(key, row)
          }
          return [...firsts.values()].map(row => ({ ...row, atNs: BigInt(row.atMs) * 1_000_000n }))
        }),
      listEventIds: ids => call(() => ids.filter(id => events.has(id))),
      listEvents: () => call(() => [...events.values()].map(readEvent)),
      recordEvaluations: rows =>
        call(() => {
          if (refusesBreach && rows.some(({ outcome }) => outcome === 'breach')) {
            refusesBreach = false
            throw new Error('The database is away.')
          }
          evaluations.push(...rows.map(row => ({ ...row, atMs: time.nowMs() })))
        }),
      recordEvents: rows =>
        call(() => {
          for (const row of rows) events.set(row.id, row)
        }),
      judge: (_, asked, slots) => call(() => new Map(asked.map(({ id }) => [id, slots.map(judgementOf)]))),
      reportFailure: () => undefined,
    }
    const evaluation = createEvaluation({ world, desk: name })
    const isAway = () =>
      away !== undefined &&
      name === 'desk-0-0' &&
      minuteOf(time.nowMs()) >= away.from &&
      minuteOf(time.nowMs()) < away.from + away.length
    for (;;) {
      const { from = Infinity, until = Infinity } = of.lost ?? {}
      const isLost = minuteOf(time.nowMs()) >= from && minuteOf(time.nowMs()) < until
      const unreadable = new Set(isLost && of.lost?.as === 'unreadable' ? rules.map(({ id }) => id) : [])
      if (!isAway()) await evaluation.pass(isLost ? [] : rules, unreadable).catch(() => undefined)
      await time.wait(15_000)
    }
  }
  startVirtualDesks({ time, random, skewsMs, crashes, faultsUntilMs: endMs - 20 * MINUTE_MS }, live)
  await time.runUntil(endMs)
  return { evaluations, events: [...events.values()].map(readEvent), rules }
}

const scenario = (crashes: number) =>
  fc.record({
    seed: fc.integer(),
    skewsMs: fc.array(fc.constant(0), { minLength: 1, maxLength: 4 }),
    // Apart by more than clearMinutes, and too few to flap.
    breaches: fc
      .tuple(fc.integer({ min: 3, max: 30 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 15 }))
      .map(([from, length, later]) => [
        { from, length },
        { from: 50, length: later },
      ]),
    forMinutes: fc.integer({ min: 1, max: 4 }),
    crashes: fc.constant(crashes),
  })

test.each([
  ['without faults', 0],
  ['over crashes between any two steps', 10],
])('%s every episode is told once, with its end, and every minute was evaluated', async (_, crashes) => {
  await fc.assert(
    fc.asyncProperty(scenario(crashes), async of => {
      const { evaluations, events, rules } = await evaluateAll(of)
      for (const rule of rules) {
        const minutes = new Set(
          evaluations.filter(each => each.rule === rule.id && each.subject === '').map(({ slotNs }) => slotNs),
        )
        const first = [...minutes].reduce((least, slotNs) => (slotNs < least ? slotNs : least), 2n ** 62n)
        const last = BigInt(START_MS + (LENGTH_MINUTES - 5) * MINUTE_MS) * 1_000_000n
        expect(minutes.size).toBeGreaterThanOrEqual(Number((last - first) / BigInt(MINUTE_MS * 1_000_000)))
        const lasting = of.breaches.filter(({ length }) => length >= of.forMinutes)
        const expected = lasting.flatMap(({ from, length }) => [
          ['firing', from + of.forMinutes - 1],
          ['resolved', from + length + 2],
        ])
        const told = events
          .filter(event => event.rule === rule.id)
          .toSorted((a, b) => (a.atNs < b.atNs ? -1 : 1))
          .map(({ what, atNs }) => [what, (Number(atNs / 1_000_000n) - START_MS) / MINUTE_MS])
        expect(told).toEqual(expected)
      }
    }),
    { ...runs(6), endOnFailure: true },
  )
})

test('without a canary only what more data confirms is judged', async () => {
  const breaches = [{ from: 10, length: 50 }]
  const { evaluations, events } = await evaluateAll({
    seed: 1,
    skewsMs: [0],
    breaches,
    forMinutes: 1,
    crashes: 0,
    canaryFrom: 40,
  })
  const firstOf = (rule: string) => {
    const slots = evaluations.filter(of => of.rule === rule).map(({ slotNs }) => Number(slotNs / 1_000_000n))
    return (Math.min(...slots) - START_MS) / MINUTE_MS
  }
  expect(firstOf('count')).toBe(1)
  expect(firstOf('error rate')).toBe(38)
  expect(
    events
      .filter(({ what }) => what === 'firing')
      .map(({ rule }) => rule)
      .toSorted(),
  ).toEqual(['count', 'error rate'])
})

const HEALTHY = { seed: 1, skewsMs: [0], forMinutes: 1, crashes: 0 }

/** The types of a rule's events, and their minutes. */
async function tell(of: Scenario, rule: keyof typeof WATCHED) {
  const { events } = await evaluateAll(of)
  return events
    .filter(event => event.rule === rule)
    .toSorted((a, b) => (a.atNs < b.atNs ? -1 : 1))
    .map(({ what, atNs }) => `${what} ${(Number(atNs / 1_000_000n) - START_MS) / MINUTE_MS}`)
}

test('an episode is told once, also when hours have passed and only its end is looked back at', async () => {
  const breaches = [{ from: 10, length: 20 }]
  expect(await tell({ ...HEALTHY, breaches, forMinutes: 3, lengthMinutes: 180 }, 'error rate')).toEqual([
    'firing 12',
    'resolved 32',
  ])
})

test('what comes late and was beyond the threshold before does not tell an episode again', async () => {
  const isBreachAt = (minute: number, nowMinute: number) => minute >= (nowMinute < 21 ? 20 : 19)
  expect(await tell({ ...HEALTHY, breaches: [], isBreachAt, lengthMinutes: 60 }, 'count')).toEqual(['firing 20'])
})

test('a desk that could not reach the database for hours goes on with what others told', async () => {
  const breaches = [{ from: 60, length: 110 }]
  const away = { from: 50, length: 90 }
  const skewsMs = [0, 0]
  expect(await tell({ ...HEALTHY, skewsMs, breaches, away, lengthMinutes: 190 }, 'error rate')).toEqual([
    'firing 60',
    'resolved 172',
  ])
})

test('a new issue whose evaluation could not be stored is told by the next pass', async () => {
  const breaches = [{ from: 10, length: 1_000 }]
  const of = { ...HEALTHY, kinds: ['issue'] as const, breaches, refusesBreach: true, lengthMinutes: 30 }
  expect(await tell(of, 'issue')).toEqual(['firing 10'])
})

test('what goes on is told again every hour, for as long as it lasts', async () => {
  const breaches = [{ from: 10, length: 1_000 }]
  expect(await tell({ ...HEALTHY, breaches, remindHours: 1, lengthMinutes: 140 }, 'count')).toEqual([
    'firing 10',
    'reminder 70',
    'reminder 130',
  ])
})

test('a rule that a desk with a clock ahead has made is evaluated at once', async () => {
  const breaches = [{ from: 10, length: 5 }]
  const sinceMs = START_MS + 24 * 60 * MINUTE_MS
  expect(await tell({ ...HEALTHY, breaches, sinceMs, lengthMinutes: 30 }, 'count')).toEqual([
    'firing 10',
    'resolved 17',
  ])
})

test.each([
  ['a rule that was deleted tells that it ends', 'deleted', ['firing', 'resolved']],
  ['of a rule that only a newer version can read nothing is told', 'unreadable', ['firing']],
] as const)('%s', async (_, as, expected) => {
  const breaches = [{ from: 10, length: 100 }]
  const told = await tell({ ...HEALTHY, breaches, lost: { from: 20, as }, lengthMinutes: 30 }, 'count')
  expect(told.map(text => text.split(' ')[0])).toEqual(expected)
})

test('a desk that has not read of a new rule yet does not take it for deleted', async () => {
  const breaches = [{ from: 10, length: 100 }]
  const lost = { from: 20, until: 20.25, as: 'deleted' } as const
  expect(await tell({ ...HEALTHY, breaches, lost, lengthMinutes: 30 }, 'count')).toEqual(['firing 10'])
})
