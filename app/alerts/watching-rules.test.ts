import { expect, test } from 'vitest'
import { type AlertEvent, eventContentSchema } from './event-content.ts'
import { findFiring } from './firing.ts'
import { type KnownRule, parseRule } from './rule.ts'
import { findWatchingRules } from './watching-rules.ts'

const DAY_MS = 86_400_000
const NOW_MS = 1_700_000_000_000

function rule(id: string, value: object): KnownRule {
  const read = parseRule({ kind: 'error rate', watch: { abovePercent: 5, windowMinutes: 5 }, name: id, ...value })
  if (!('rule' in read)) throw new Error('Not a rule')
  return { ...read.rule, id, revision: id, sinceMs: 0 }
}

const event = (id: string, fields: Partial<AlertEvent>, content: object): AlertEvent => ({
  ...{
    id,
    atNs: BigInt(NOW_MS) * 1_000_000n,
    rule: 'r',
    revision: '1',
    subject: '',
    episode: id,
    what: 'firing',
    desk: 'd',
  },
  ...fields,
  content: eventContentSchema.parse({ kind: 'error rate', ...content }),
})

const about = { service: 'shop', environment: '', release: '', issue: '' }
const idsOf = (rules: KnownRule[], firing: AlertEvent[] = [], of = about) =>
  findWatchingRules(rules, 'service', { about: of, firing, ownServices: ['errata-desk'] }).map(({ rule: { id } }) => id)

test('rules watch a service if they name it or none, and are on', () => {
  const rules = [
    rule('any', {}),
    rule('own', { service: 'shop' }),
    rule('other', { service: 'mail' }),
    rule('off', { isEnabled: false }),
  ]
  expect(idsOf(rules)).toEqual(['any', 'own'])
})

test('what fires for it comes first; what fires for another service does not', () => {
  const rules = [rule('a', {}), rule('b', {}), rule('c', {})]
  const firing = [event('1', { rule: 'c' }, { service: 'shop' }), event('2', { rule: 'b' }, { service: 'mail' })]
  expect(idsOf(rules, firing)).toEqual(['c', 'a', 'b'])
})

test('Errata’s own services are watched by rules that name them', () => {
  const rules = [rule('any', {}), rule('own', { service: 'errata-desk' })]
  expect(idsOf(rules, [], { ...about, service: 'errata-desk' })).toEqual(['own'])
})

test('an episode without an end fires, however long ago it began', () => {
  const old = BigInt(NOW_MS - 30 * DAY_MS) * 1_000_000n
  const events = [
    event('1', { atNs: old, episode: 'goes on' }, {}),
    event('2', { episode: 'over' }, {}),
    event('3', { episode: 'over', what: 'resolved' }, {}),
  ]
  expect(findFiring(events, NOW_MS)).toMatchObject({ lasting: [{ id: '1' }], oneOff: [] })
})

test('an issue that was told is shown for a day', () => {
  const before = (ms: number) => ({ atNs: BigInt(NOW_MS - ms) * 1_000_000n })
  const events = [event('1', before(DAY_MS - 1), { kind: 'issue' }), event('2', before(DAY_MS + 1), { kind: 'issue' })]
  expect(findFiring(events, NOW_MS)).toMatchObject({ lasting: [], oneOff: [{ id: '1' }] })
})
