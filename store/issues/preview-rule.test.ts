import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import {
  exceptionRow,
  type InsertedRow,
  openTestStore,
  randomHexId,
  spanRow,
  type TestStore,
} from '../../test/store/open-test-store.ts'
import { type Ns, nsOfMs } from '../units.ts'
import { type GroupingRule, groupingRuleIssueId, isValidGroupingRule, serializeGroupingRule } from './grouping-rule.ts'
import { listIssues } from './list-issues.ts'
import { previewGroupingRule } from './preview-rule.ts'
import { type NewIssueEvent, recordIssueEvents, undoActionBatch } from './record-issue-events.ts'

const MINUTE_NS = 60_000_000_000n
/** Twelve hours ago, in the middle of an hour; the test moves this clock. */
const startNs = nsOfMs(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 12 * 3_600_000 + 1_800_000)
const at = (minutes: number): Ns => startNs + BigInt(minutes) * MINUTE_NS
const range = { from: at(-60), to: at(600) }

interface Happening {
  readonly minute: number
  readonly issue: string
  readonly type?: string
  readonly service?: string
  readonly message?: string
  readonly route?: string
  readonly session?: string
}

const thrown = ({ minute, issue, type, service, message, route = '/', session = '' }: Happening): InsertedRow =>
  exceptionRow({
    at: at(minute),
    ...(type && { type }),
    ...(service && { service }),
    ...(message && { message }),
    attributes: { 'errata.issue.fingerprint': issue, 'http.route': route, 'session.id': session },
  })
const ruleOf = (conditions: Partial<GroupingRule>): GroupingRule => ({
  name: 'Prices',
  type: '',
  service: '',
  route: '',
  words: '',
  ...conditions,
})
const say = (store: TestStore, minute: number, ...statements: NewIssueEvent[]) =>
  recordIssueEvents(store, { who: 'Ann', atNs: at(minute), statements })
const apply = (store: TestStore, minute: number, rule: GroupingRule) =>
  say(store, minute, { issue: groupingRuleIssueId(rule.name), what: 'rule', value: serializeGroupingRule(rule) })
const list = async (store: TestStore) =>
  (await listIssues(store, { range, nowNs: at(599), tab: 'all', sort: 'last', offset: 0, limit: 50, who: '' })).issues
const countsOf = async (store: TestStore) =>
  Object.fromEntries((await list(store)).map(({ issue, events, sessions }) => [issue, { events, sessions }]))
const preview = (store: TestStore, rule: GroupingRule) => previewGroupingRule(store, { rule, range, nowNs: at(500) })

test('a preview lists the issues that would be merged with their state, and changes nothing', async () => {
  await using store = await openTestStore([
    thrown({ minute: 1, issue: 'a', message: 'no price', session: 'x' }),
    thrown({ minute: 2, issue: 'a', message: 'a price of nothing', session: 'y' }),
    thrown({ minute: 3, issue: 'b', message: 'a price, at last', session: 'x' }),
    thrown({ minute: 4, issue: 'c' }),
  ])
  await say(store, 5, { issue: 'b', what: 'owner', value: 'Ben' })
  const before = await list(store)
  expect(await preview(store, ruleOf({ words: 'price' }))).toMatchObject({
    takes: 2,
    changed: 2,
    own: { events: 0, eventsThen: 3, sessionsThen: 2 },
    others: [
      { issue: 'a', events: 2, eventsThen: 0, sessions: 2, state: { owner: '' } },
      { issue: 'b', events: 1, eventsThen: 0, state: { owner: 'Ben' }, summary: { message: 'a price, at last' } },
    ],
    refused: undefined,
  })
  expect(await list(store)).toEqual(before)
})

test('an issue whose exceptions name no session has those of their traces, as in the issues list', async () => {
  const traced = (minute: number, issue: string, session: string) => {
    const traceId = randomHexId(16)
    return [
      exceptionRow({ at: at(minute), traceId, attributes: { 'errata.issue.fingerprint': issue, 'session.id': '' } }),
      spanRow({ at: at(minute), traceId, service: 'shop-browser', attributes: { 'session.id': session } }),
    ]
  }
  await using store = await openTestStore([...traced(1, 'a', 'x'), ...traced(2, 'a', 'y'), ...traced(3, 'b', 'x')])
  const rule = ruleOf({ type: 'TypeError' })
  expect(await preview(store, rule)).toMatchObject({
    own: { sessionsThen: 2, hasMoreSessionsThen: false },
    others: [
      { issue: 'a', sessions: 2, hasMoreSessions: false },
      { issue: 'b', sessions: 1 },
    ],
  })
  await store.insert([thrown({ minute: 4, issue: 'c', session: 'z' })])
  expect((await preview(store, rule)).own).toMatchObject({ sessionsThen: 1, hasMoreSessionsThen: true })
})

test('a manually merged issue, or one of an older rule, stays where it is, and the merge is named', async () => {
  await using store = await openTestStore([
    thrown({ minute: 2, issue: 'a', message: 'no price' }),
    thrown({ minute: 3, issue: 'b', message: 'no price', type: 'RangeError' }),
    thrown({ minute: 4, issue: 'c', message: 'no price' }),
    thrown({ minute: 5, issue: 'd' }),
  ])
  await say(store, 10, { issue: 'c', what: 'merged', value: 'd' })
  await apply(store, 11, ruleOf({ name: 'Ranges', type: 'RangeError' }))
  const { own, others, mergedByHand } = await preview(store, ruleOf({ words: 'price' }))
  expect(own).toMatchObject({ eventsThen: 1 })
  expect(others.map(({ issue }) => issue)).toEqual(['a'])
  expect(mergedByHand).toEqual([{ issue: 'c', into: 'd' }])
})

test('a rule that matches every issue, or more than the limit, is rejected', async () => {
  await using store = await openTestStore([1, 2].map(minute => thrown({ minute, issue: `i${minute}` })))
  expect((await preview(store, ruleOf({ type: 'TypeError' }))).refused).toBe('all')
  await store.insert(
    Array.from({ length: 1_001 }, (_, index) => thrown({ minute: 3, issue: `j${index}`, type: 'RangeError' })),
  )
  expect((await preview(store, ruleOf({ type: 'RangeError' }))).refused).toBe('many')
})

test('the issue of a rule without matches keeps what was merged into it manually', async () => {
  await using store = await openTestStore([thrown({ minute: 1, issue: 'a' }), thrown({ minute: 2, issue: 'b' })])
  const rule = ruleOf({ words: 'price' })
  await say(store, 10, { issue: 'a', what: 'merged', value: groupingRuleIssueId(rule.name) })
  expect(await preview(store, rule)).toMatchObject({ takes: 0, own: { events: 1, eventsThen: 1 }, others: [] })
})

test('a rule matches later issues too, and its issue can be muted and merged', async () => {
  await using store = await openTestStore([thrown({ minute: 1, issue: 'a', message: 'no price' })])
  const rule = ruleOf({ words: 'price' })
  await apply(store, 10, rule)
  await store.insert([thrown({ minute: 20, issue: 'later', message: 'no price' }), thrown({ minute: 21, issue: 'x' })])
  const issue = groupingRuleIssueId(rule.name)
  expect(await countsOf(store)).toMatchObject({ [issue]: { events: 2 }, x: { events: 1 } })

  await say(store, 30, { issue, what: 'muted', value: 'events 1' })
  expect((await list(store)).find(one => one.issue === issue)?.state.status).toBe('muted')
  await store.insert([thrown({ minute: 40, issue: 'last', message: 'the price' })])
  expect((await list(store)).find(one => one.issue === issue)?.state.status).toBe('open')

  await say(store, 50, { issue, what: 'merged', value: 'x' })
  expect(await countsOf(store)).toMatchObject({ x: { events: 4 } })
})

const messages = ['no price', 'a price, no order', 'order 5\nhas no price', '100% of \u{1f600} [x]', '.*']
const happening: fc.Arbitrary<Happening> = fc.record({
  minute: fc.integer({ min: 0, max: 300 }),
  issue: fc.constantFrom('a', 'b', 'c', 'd'),
  type: fc.constantFrom('TypeError', 'Type.*'),
  service: fc.constantFrom('shop', 'desk'),
  message: fc.constantFrom(...messages),
  route: fc.constantFrom('/', '/cart', '/cart/.*'),
  session: fc.constantFrom('', 'x', 'y'),
})
const anyRule: fc.Arbitrary<GroupingRule> = fc
  .record({
    name: fc.constantFrom('Prices', 'Orders'),
    type: fc.constantFrom('', '', 'TypeError', 'Type.*'),
    service: fc.constantFrom('', '', 'shop'),
    route: fc.constantFrom('', '/cart', '/cart/.*'),
    words: fc.constantFrom('', 'price', 'order price', '100 x', '.* x', "no' price"),
  })
  .filter(isValidGroupingRule)
const anyMerge: fc.Arbitrary<NewIssueEvent> = fc.record({
  issue: fc.constantFrom('a', 'b', groupingRuleIssueId('Prices')),
  what: fc.constant('merged' as const),
  value: fc.constantFrom('a', 'c', groupingRuleIssueId('Orders')),
})

test('for any rows, rules and actions, applying a rule does what its preview showed, and undo restores the state before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { minLength: 1, maxLength: 12 }),
      fc.array(fc.oneof(anyMerge, anyRule), { maxLength: 4 }),
      anyRule,
      async (happenings, actions, rule) => {
        const rows = happenings.map(thrown)
        await using store = await openTestStore()
        await store.insert(rows.slice(0, 7))
        for (const [index, action] of actions.entries()) {
          await ('what' in action ? say(store, 301 + index, action) : apply(store, 301 + index, action))
        }
        await store.insert([...rows.slice(5), ...rows.slice(0, 1)])

        const before = await list(store)
        const previewed = await preview(store, rule)
        const promised = new Map(before.map(({ issue, events, sessions }) => [issue, { events, sessions }]))
        for (const { issue, events, sessions, eventsThen, sessionsThen } of [
          ...previewed.others,
          { ...previewed.own, issue: previewed.issue },
        ]) {
          expect(promised.get(issue) ?? { events: 0, sessions: 0 }).toEqual({ events, sessions })
          promised.set(issue, { events: eventsThen, sessions: sessionsThen })
        }
        const left = [...promised].filter(([, { events }]) => events > 0)

        const batch = await apply(store, 500, rule)
        expect(await countsOf(store)).toEqual(Object.fromEntries(left))
        await undoActionBatch(store, { who: 'Ben', atNs: at(501), batch, issues: [groupingRuleIssueId(rule.name)] })
        expect(await list(store)).toEqual(before)
      },
    ),
    runs(2),
  )
})
