import { expect, test } from 'vitest'
import { countIssues } from '../../../store/issues/count-issues.ts'
import { NO_MERGES } from '../../../store/issues/merges.ts'
import { readIssueStates } from '../../../store/issues/read-states.ts'
import { recordIssueEvents } from '../../../store/issues/record-issue-events.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { judgeOne, ruleOf } from '../../../test/alerts/judge-one.ts'
import { exceptionRow } from '../../../test/store/open-test-store.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import { judgeIssues } from './issue.ts'

/** Twenty minutes into an hour, so that the current one has some. */
const nowMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 20 * MINUTE_MS
const agoMs = (minutes: number) => nowMs - minutes * MINUTE_MS

const thrown = (
  minutes: number,
  service: string,
  { release = '1', environment = 'production', message = service, issue = service } = {},
) =>
  exceptionRow({
    at: nsOfMs(agoMs(minutes)),
    service,
    message,
    resource: { 'deployment.environment.name': environment, 'service.version': release },
    attributes: { 'errata.issue.fingerprint': issue },
  })
const days = (count: number) => count * 24 * 60

const rows = [
  thrown(30, 'fresh'),
  thrown(30, 'staged', { environment: 'staging' }),
  thrown(days(3), 'known'),
  thrown(30, 'known'),
  thrown(days(5), 'renamed', { issue: 'under its old id', message: 'order 17 failed' }),
  thrown(30, 'renamed', { issue: 'under its new id', message: 'order 18 failed' }),
  thrown(30, 'merged', { issue: 'newer' }),
  thrown(days(3), 'merged', { issue: 'older' }),
  thrown(days(2), 'imported'),
  thrown(days(4), 'returns'),
  thrown(55, 'returns', { release: '1' }),
  thrown(50, 'returns', { release: '2' }),
  thrown(days(4), 'resolved'),
  thrown(days(4), 'slept'),
  thrown(40, 'slept'),
  thrown(days(8) + 30, 'stays'),
  thrown(60, 'stays'),
  ...Array.from({ length: 12 }, (_, i) => thrown(i, 'rising')),
  thrown(days(2), 'rising'),
  thrown(10, 'errata'),
]
const store = shareTestStore(rows)

const issue = (changes: readonly string[], fields: object = {}) =>
  ruleOf('issue', { changes }, { sinceMs: agoMs(days(30)), ...fields })
const judge = (rule: ReturnType<typeof issue>, slotsMs: readonly number[] = [nowMs], settings = {}) =>
  judgeOne(judgeIssues, { store: store(), rule, slotsMs, ...settings })
const whys = async (rule: ReturnType<typeof issue>, slotsMs?: readonly number[]) =>
  (await judge(rule, slotsMs)).map(({ observations }) =>
    observations.map(({ about, why }) => `${about.service}: ${why}`).toSorted(),
  )

async function issueOf(service: string, of: 'min' | 'max' = 'max'): Promise<string> {
  const [found] = await store().querySql<{ issue: string }>(
    `SELECT arg${of === 'max' ? 'Max' : 'Min'}(Issue, Timestamp)::String AS issue FROM exceptions WHERE ServiceName = '${service}'`,
  )
  return found?.issue ?? ''
}

async function say(service: string, what: 'resolved' | 'muted' | 'merged', value: string, minutes: number) {
  const statements = [{ issue: await issueOf(service), what, value }]
  await recordIssueEvents(store(), { who: 'ada', atNs: nsOfMs(agoMs(minutes)), statements })
}

test('an issue is new for a day, and not if it was known under another id, merged into an older one, or first seen long ago', async () => {
  await say('merged', 'merged', await issueOf('merged', 'min'), 20)
  const rule = issue(['new'], { environment: 'production' })
  const judged = await whys(rule, [agoMs(31), nowMs])
  expect(judged).toEqual([[], ['fresh: is new']])
  expect(await whys(issue(['new']))).toEqual([['fresh: is new', 'staged: is new']])
  expect(await whys(rule, [nowMs + DAY_MS])).toEqual([[]])
})

test('what stood before the rule is not new to it', async () => {
  expect(await whys(issue(['new'], { sinceMs: agoMs(20) }))).toEqual([[]])
})

test('rows that are delivered again, in another order, change nothing', async () => {
  const rule = issue(['new', 'regressed', 'escalating', 'still open'])
  const once = await judge(rule)
  await store().insert(rows.toReversed())
  expect(await judge(rule)).toEqual(once)
  expect(once[0]?.observations.length).toBeGreaterThan(2)
})

test('an issue that came back in a release with the fix has regressed, once for each resolve', async () => {
  await say('returns', 'resolved', 'release 2', days(3))
  await say('resolved', 'resolved', 'now', days(3))
  const rule = issue(['regressed'])
  const [before, now] = await judge(rule, [agoMs(60), nowMs])
  expect(before?.observations).toEqual([])
  const [statement] = await store().querySql<{ Id: string }>(
    `SELECT Id FROM issue_events WHERE What = 'resolved' AND Value = 'release 2'`,
  )
  expect(now?.observations).toMatchObject([
    {
      subject: await issueOf('returns'),
      cause: statement?.Id,
      isBreach: true,
      why: 'regressed in 2',
      about: { service: 'returns', release: '2' },
    },
  ])
  const states = await readIssueStates(store(), { nowNs: nsOfMs(nowMs) })
  expect([...states.issues].filter(([, { resolved }]) => resolved?.regressed).map(([issue]) => issue)).toEqual(
    now?.observations.map(({ subject }) => subject),
  )
  expect(await whys(issue(['regressed'], { release: '1' }))).toEqual([[]])
  await say('returns', 'resolved', 'next', 10)
  expect(await whys(rule, [agoMs(20), nowMs])).toEqual([['returns: regressed in 2'], []])
})

test('a mute that ended by its time or its number is told with the mute as its cause', async () => {
  await say('slept', 'muted', `time ${nsOfMs(agoMs(30))}`, days(1))
  expect(await whys(issue(['unmuted']), [agoMs(31), nowMs])).toEqual([[], ['slept: its mute has ended']])
  await say('slept', 'muted', 'events 1', 50)
  expect(await whys(issue(['unmuted']), [agoMs(45), nowMs])).toEqual([[], ['slept: its mute has ended']])
  await say('slept', 'muted', 'events 9', 45)
  expect(await whys(issue(['unmuted']))).toEqual([[]])
})

test('an issue escalates where its page says so, once a day', async () => {
  const [judged] = await judge(issue(['escalating']))
  expect(judged?.observations).toMatchObject([
    {
      cause: new Date(nowMs).toISOString().slice(0, 10),
      why: '12 exceptions this hour, usually 0.07',
      about: { service: 'rising' },
      unit: 'count',
    },
  ])
  const [subject = ''] = judged?.observations.map(({ subject }) => subject) ?? []
  const range = { from: nsOfMs(nowMs - HOUR_MS), to: nsOfMs(nowMs) }
  const pages = await countIssues(store(), { issues: [subject], merges: NO_MERGES, range, nowNs: nsOfMs(nowMs) })
  expect(pages.get(subject)?.spike?.usual).toBe(1 / 14)
  expect(await whys(issue(['escalating']), [agoMs(8)])).toEqual([[]])
})

test('an issue that goes on is told after so many days', async () => {
  const rule = ruleOf('issue', { changes: ['still open'], openDays: 8 }, { sinceMs: agoMs(days(30)) })
  expect(await whys(rule, [agoMs(40), nowMs, nowMs + DAY_MS + 31 * MINUTE_MS])).toEqual([
    [],
    ['stays: is still open after 8 days'],
    [],
  ])
})

test("Errata's own issues are told only to a rule that names it", async () => {
  expect(await whys(issue(['new'], { service: 'errata' }))).toEqual([['errata: is new']])
})
