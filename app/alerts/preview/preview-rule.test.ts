import { expect, test } from 'vitest'
import { recordAlertEvaluations } from '../../../store/alerts/record-alerts.ts'
import { recordIssueEvents } from '../../../store/issues/record-issue-events.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { NO_SETTINGS, ruleOf } from '../../../test/alerts/judge-one.ts'
import { exceptionRow, spanRow } from '../../../test/store/open-test-store.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import type { AlertRule, KnownRule } from '../rule.ts'
import { explainNotTold } from './explain.server.ts'
import { previewRule } from './preview-rule.server.ts'

const nowMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
const agoMs = (minutes: number) => nowMs - minutes * MINUTE_MS
const thrown = (ago: number, service: string) =>
  exceptionRow({ at: nsOfMs(agoMs(ago)), service, attributes: { 'errata.issue.fingerprint': service } })
const requests = (ago: number, service: string, failed: number) =>
  Array.from({ length: 30 }, (_, i) =>
    spanRow({
      at: nsOfMs(agoMs(ago) + i * 100),
      service,
      status: i < failed ? 'Error' : 'Unset',
      attributes: { 'http.route': '/' },
    }),
  )
const DAY = 24 * 60

const store = shareTestStore([
  // Five at once, twice in the last week, and once before.
  ...[2 * DAY, 4 * DAY, 9 * DAY].flatMap(minutes =>
    [1, 2, 3, 4, 5].map(i => thrown(minutes + 2, `burst ${i}`)).map(row => row),
  ),
  thrown(3 * DAY + 7, 'late'),
  // Fails from three hours ago for half an hour.
  ...Array.from({ length: 24 }, (_, i) => requests(4 * 60 - i * 10, 'pay', i >= 6 && i < 9 ? 15 : 0)).flat(),
])

const preview = (rule: AlertRule) => previewRule(store(), { rule, nowMs, ...NO_SETTINGS })
const explain = (rules: readonly KnownRule[], of: object = {}, atMs = agoMs(2 * DAY + 1)) =>
  explainNotTold(store(), { rules, atMs, ...NO_SETTINGS, ...of })

test('what a rule would have told in seven days is listed with its time and reason', async () => {
  const rule = ruleOf('count', { of: 'exceptions', atLeast: 5, windowMinutes: 10 })
  const { episodes, stepMinutes, checkedFromMs } = await preview(rule)
  expect(stepMinutes).toBe(5)
  expect(checkedFromMs).toBe(nowMs - 7 * DAY_MS)
  expect(episodes).toEqual(
    [4 * DAY, 2 * DAY].map(minutes => ({
      ...{ subject: '', label: 'everything', why: '5 exceptions, 5 needed', value: 5 },
      ...{ firedMs: agoMs(minutes), endedMs: agoMs(minutes - 15) },
    })),
  )
})

test('an error rate has one episode while it lasts, and a new issue one for ever', async () => {
  const rate = await preview(
    ruleOf('error rate', { abovePercent: 20, windowMinutes: 10 }, { service: 'pay', forMinutes: 5 }),
  )
  expect(rate.episodes).toMatchObject([
    { subject: 'pay', why: '50 % of 30 requests failed, 20 % allowed', firedMs: agoMs(170), endedMs: agoMs(140) },
  ])
  const fresh = await preview(ruleOf('issue', { changes: ['new'] }, { service: 'late' }))
  expect(fresh.episodes).toMatchObject([
    { label: 'TypeError: x is undefined', why: 'is new', firedMs: agoMs(3 * DAY + 5) },
  ])
  expect(fresh.episodes[0]).not.toHaveProperty('endedMs')
})

test('every kind of rule has a preview', async () => {
  const rules = [
    ruleOf('requests stopped'),
    ruleOf('job missed'),
    ruleOf('p95', { aboveMs: 0, windowMinutes: 5 }),
    ruleOf('error rate', { abovePercent: 0, windowMinutes: 5, by: 'operation' }),
    ruleOf('crash-free sessions', { belowPercent: 99, windowMinutes: 60 }),
    ruleOf('drop rule'),
    ruleOf('disk', { withinDays: 3 }),
    ruleOf('search', { page: 'logs', search: 'is:exception', comparison: 'at least', count: 100, windowMinutes: 60 }),
    ruleOf('issue', { changes: ['new', 'regressed', 'unmuted', 'escalating', 'still open'] }),
  ]
  const previews = await Promise.all(rules.map(preview))
  expect(previews.map(({ stepMinutes }) => stepMinutes)).toEqual([30, 30, 30, 30, 180, 60, 1440, 10, 15])
})

test('why nobody was told is said of each rule, also of those of the first start and of what did not exist then', async () => {
  const rules = [
    ruleOf('count', { of: 'exceptions', atLeast: 6, windowMinutes: 10 }, { sinceMs: nowMs }),
    ruleOf('count', { of: 'exceptions', atLeast: 5, windowMinutes: 10 }, { sinceMs: nowMs }),
    ruleOf('count', { of: 'exceptions', atLeast: 5, windowMinutes: 2 }, { forMinutes: 3 }),
    ruleOf('count', { of: 'exceptions', atLeast: 1, windowMinutes: 5 }, { service: 'pay' }),
    ruleOf('count', { of: 'exceptions', atLeast: 1, windowMinutes: 5 }, { isEnabled: false }),
    ruleOf('error rate', { abovePercent: 5, windowMinutes: 5 }),
  ]
  const reasons = await explain(rules, { service: 'burst 1' })
  expect(reasons.map(({ outcome, why }) => `${outcome}: ${why}`)).toEqual([
    'quiet: 5 of 6 exceptions needed',
    'fired: 5 exceptions, 5 needed',
    'too short: 5 exceptions, 5 needed, but not for 3 minutes yet',
    'not watched: it watches pay alone',
    'not watched: the rule is off',
    'no data: nothing came that could be judged',
    'quiet: was not new, regressed then',
    'no data: nothing came that could be judged',
    'no data: nothing came that could be judged',
    expect.stringMatching(/^(quiet|fired|too short)/),
    expect.stringMatching(/^(quiet|fired|no data): /),
  ])
  expect(reasons.map(({ isRecorded }) => isRecorded)).not.toContain(true)
})

test('of an issue it is told that it fired at its minute, and afterwards that it had, or that it was muted', async () => {
  const rule = ruleOf('issue', { changes: ['new'] }, { sinceMs: nowMs })
  const [found] = await store().querySql<{ Issue: string }>("SELECT Issue FROM exceptions WHERE ServiceName = 'late'")
  const issue = found?.Issue ?? ''
  const at = async (minutes: number) => {
    const [reason] = await explain([rule], { issue }, agoMs(minutes))
    return `${reason?.outcome}: ${reason?.why}`
  }
  expect(await at(3 * DAY + 7)).toBe('fired: is new')
  expect(await at(3 * DAY + 6)).toBe('quiet: is new, but had fired earlier')
  expect(await at(3 * DAY + 8)).toBe('quiet: was not new then')
  await recordIssueEvents(store(), {
    who: 'ada',
    atNs: nsOfMs(agoMs(3 * DAY + 60)),
    statements: [{ issue, what: 'muted', value: `time ${nsOfMs(nowMs)}` }],
  })
  expect(await at(3 * DAY + 7)).toBe('quiet: the issue was muted')
})

test('what a desk had found at that minute counts, not what is stored since', async () => {
  const rule = ruleOf('count', { of: 'exceptions', atLeast: 5, windowMinutes: 10 })
  const slotMs = agoMs(2 * DAY)
  await recordAlertEvaluations(store(), [
    {
      ...{ rule: rule.id, slotNs: nsOfMs(slotMs), subject: '', desk: 'one', revision: 'r1', outcome: 'quiet' },
      ...{ value: 4, threshold: 5, cause: '', label: 'everything', about: '', why: '4 of 5 exceptions needed' },
    },
  ])
  const [reason] = await explain([rule])
  expect(reason).toMatchObject({ outcome: 'quiet', why: '4 of 5 exceptions needed', isRecorded: true })
})
