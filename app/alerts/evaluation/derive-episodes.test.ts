import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ruleOf } from '../../../test/alerts/judge-one.ts'
import type { AlertRule } from '../rule.ts'
import { deriveEpisodes, type SlotVerdict } from './derive-episodes.ts'

const MINUTE_MS = 60_000

const countRule = (times: object) =>
  ruleOf('count', { of: 'exceptions', by: 'service', atLeast: 5, windowMinutes: 5 }, { ...times })

const about = { service: 'shop', environment: '', release: '', operation: '', issue: '' }
const breachOf = (subject: string, cause = '') => ({
  ...{
    subject,
    cause,
    value: 6,
    threshold: 5,
    unit: 'count' as const,
    label: subject,
    why: '6 of 5',
    fromMs: 0,
    about,
  },
})

/** A minute each: `x` breach, `.` quiet, `-` no data, ` ` not judged. */
const slotsOf = (minutes: string, subject = 'shop'): SlotVerdict[] =>
  [...minutes].map((mark, i) => ({
    slotMs: i * MINUTE_MS,
    outcome: mark === 'x' ? 'breach' : mark === '.' ? 'quiet' : mark === '-' ? 'no data' : 'not judged',
    breaches: mark === 'x' ? [breachOf(subject)] : [],
  }))

/** When episodes fired and ended, in minutes; those that are only kept for the record in brackets. */
const timesOf = (rule: AlertRule, minutes: string) =>
  deriveEpisodes(rule, slotsOf(minutes)).map(({ firedMs, endedMs, isFlapping }) => {
    const times = `${firedMs / MINUTE_MS}–${endedMs === undefined ? '' : endedMs / MINUTE_MS}`
    return isFlapping ? `(${times})` : times
  })

test.each([
  ['fires at the first breach, and goes on', {}, '..x', ['2–']],
  ['ends after clearMinutes without', { clearMinutes: 2 }, 'x...', ['0–2']],
  ['does not end by less', { clearMinutes: 3 }, 'x..x..', ['0–']],
  ['needs forMinutes in a row', { forMinutes: 3 }, 'xx.xxx', ['5–']],
  ['counts a minute without data as one without a breach', { clearMinutes: 2 }, 'x--', ['0–2']],
  ['counts a minute that was not judged for neither', { forMinutes: 3, clearMinutes: 2 }, 'x x. .', ['2–5']],
  ['begins anew after its end', { clearMinutes: 1 }, 'x.x.', ['0–1', '2–3']],
  ['nothing without a breach', {}, '.. -', []],
] as const)('an episode %s', (_, of, minutes, expected) => {
  expect(timesOf(countRule(of), minutes)).toEqual(expected)
})

test('what comes and goes more than four times an hour is told as flapping once, until half an hour without', () => {
  const calm = '.'.repeat(31)
  const rule = countRule({ clearMinutes: 1 })
  expect(timesOf(rule, `x.x.x.x.${calm}x`)).toEqual(['0–1', '2–3', '(4–5)', '(6–7)', '39–'])
  const episodes = deriveEpisodes(rule, slotsOf(`x.x.x.x.${calm}x`))
  expect(episodes.map(({ beginsFlapping }) => beginsFlapping)).toEqual([false, false, true, false, false])
})

test('what happens once fires once for each cause, and never ends', () => {
  const rule = ruleOf('issue', { changes: ['new', 'regressed'] })
  const slots = [breachOf('a', 'new'), breachOf('a', 'new'), breachOf('a', 'r1'), breachOf('b', 'new')].map(
    (breach, i) => ({
      ...{ slotMs: i * MINUTE_MS, outcome: 'breach' as const, breaches: [breach] },
    }),
  )
  const told = deriveEpisodes(rule, slots).map(({ subject, cause, firedMs, endedMs }) => [
    subject,
    cause,
    firedMs,
    endedMs,
  ])
  expect(told).toEqual([
    ['a', 'new', 0, undefined],
    ['a', 'r1', 2 * MINUTE_MS, undefined],
    ['b', 'new', 3 * MINUTE_MS, undefined],
  ])
})

test('one that was told goes on, and ends as it would have', () => {
  const rule = countRule({ clearMinutes: 2 })
  const minutes = fc.array(fc.constantFrom('x', '.', ' '), { minLength: 2, maxLength: 40 }).map(marks => marks.join(''))
  fc.assert(
    fc.property(minutes, fc.nat(40), (marks, at) => {
      const slots = slotsOf(`x${marks}`)
      const whole = deriveEpisodes(rule, slots).filter(({ isFlapping }) => !isFlapping)
      fc.pre(whole.length === deriveEpisodes(rule, slots).length)
      const cutMs = Math.min(at, slots.length - 1) * MINUTE_MS
      const open = deriveEpisodes(
        rule,
        slots.filter(({ slotMs }) => slotMs <= cutMs),
      ).filter(of => of.endedMs === undefined)
      // A minute without a breach before the cut is forgotten, so the rest begins right after a breach.
      fc.pre(slots.findLast(({ slotMs, outcome }) => slotMs <= cutMs && outcome !== 'not judged')?.outcome === 'breach')
      const rest = deriveEpisodes(
        rule,
        slots.filter(({ slotMs }) => slotMs > cutMs),
        open,
      )
      const ends = (of: typeof rest) => of.map(({ cause, firedMs, endedMs }) => [cause, firedMs, endedMs])
      expect(ends(rest)).toEqual(ends(whole.filter(({ endedMs }) => endedMs === undefined || endedMs > cutMs)))
    }),
  )
})
