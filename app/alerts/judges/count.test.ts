import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countIssues } from '../../../store/issues/count-issues.ts'
import { NO_MERGES } from '../../../store/issues/merges.ts'
import { recordIssueEvents } from '../../../store/issues/record-issue-events.ts'
import { MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { findWhatEachFindsAlone, judgeOne, ruleOf, whyOf } from '../../../test/alerts/judge-one.ts'
import { runs } from '../../../test/property-runs.ts'
import { exceptionRow } from '../../../test/store/open-test-store.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import { judgeCounts } from './count.ts'

const nowMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
const agoMs = (minutes: number) => nowMs - minutes * MINUTE_MS
const ids = new Map<string, string>()

/** An exception so many minutes ago, of a person in a session. */
const thrown = (minutes: number, service: string, { issue = service, user = '', environment = 'production' } = {}) =>
  exceptionRow({
    at: nsOfMs(agoMs(minutes)),
    service,
    resource: { 'deployment.environment.name': environment, 'service.version': '1' },
    attributes: {
      'errata.issue.fingerprint': issue,
      ...(user !== '' && { 'user.id': user, 'session.id': `session of ${user}` }),
    },
  })

const rows = [
  ...[2.5, 3.5, 3.6, 6.5].map(minutes => thrown(minutes, 'pay')),
  ...['ada', 'ada', 'bob'].map((user, i) => thrown(8 + i, 'shop', { user })),
  thrown(9, 'shop', { user: 'eve', environment: 'staging' }),
  thrown(3, 'errata'),
  ...[2, 3, 4].map(minutes => thrown(minutes, 'mail', { issue: 'muted' })),
]
const store = shareTestStore(rows)

const count = (watch: object, fields: object = {}) =>
  ruleOf('count', { of: 'exceptions', windowMinutes: 5, ...watch }, { ...fields })

test('exceptions of a service in the window are counted to the minute, and say how many are needed', async () => {
  const rule = count({ atLeast: 3, by: 'service' }, { service: 'pay' })
  const judged = await judgeOne(judgeCounts, {
    store: store(),
    rule,
    slotsMs: [agoMs(6), agoMs(3), nowMs, nowMs + 10 * MINUTE_MS],
  })
  expect(judged.map(whyOf)).toEqual([
    ['pay: 1 of 3 exceptions needed'],
    ['!pay: 3 exceptions, 3 needed'],
    ['!pay: 3 exceptions, 3 needed'],
    [],
  ])
  expect(judged[0]).toMatchObject({ outcome: 'judged', fromMs: agoMs(11) })
})

test('users and sessions count once, however many exceptions they have', async () => {
  const slotsMs = [nowMs]
  const of = (of: string, fields = {}) =>
    judgeOne(judgeCounts, {
      store: store(),
      rule: count({ of, atLeast: 2, windowMinutes: 60 }, { service: 'shop', ...fields }),
      slotsMs,
    })
  expect((await of('users')).map(whyOf)).toEqual([['!: 3 users, 2 needed']])
  expect((await of('sessions', { environment: 'production' })).map(whyOf)).toEqual([['!: 2 sessions, 2 needed']])
  expect((await of('users', { environment: 'staging' })).map(whyOf)).toEqual([[': 1 of 2 users needed']])
})

test("Errata's own services count only where a rule names one", async () => {
  const of = (service: string) =>
    judgeOne(judgeCounts, { store: store(), rule: count({ atLeast: 1, by: 'service' }, { service }), slotsMs: [nowMs] })
  expect((await of(''))[0]?.observations.map(({ subject }) => subject).toSorted()).toEqual(['mail', 'pay'])
  expect((await of('errata'))[0]?.observations.map(({ subject }) => subject)).toEqual(['errata'])
})

test('of single issues those that are muted are left out, and the others have the numbers of their pages', async () => {
  const [muted, open] = await Promise.all(['mail', 'pay'].map(issueOf))
  await recordIssueEvents(store(), {
    who: 'ada',
    atNs: nsOfMs(nowMs),
    statements: [{ issue: muted ?? '', what: 'muted', value: `time ${nsOfMs(nowMs + 3_600_000)}` }],
  })
  const rule = count({ atLeast: 1, by: 'issue', windowMinutes: 7 })
  const [judged] = await judgeOne(judgeCounts, { store: store(), rule, slotsMs: [nowMs] })
  const range = { from: nsOfMs(agoMs(7)), to: nsOfMs(nowMs) }
  const pages = await countIssues(store(), { issues: [muted ?? '', open ?? ''], merges: NO_MERGES, range })
  expect(judged?.observations.map(({ subject, value }) => [subject, value])).toEqual([
    [open, pages.get(open ?? '')?.events],
  ])
  expect(judged?.observations[0]).toMatchObject({
    label: 'TypeError: x is undefined',
    about: { issue: open, service: 'pay' },
  })
})

test('an owner has the issues that were assigned, and those of the services that rules of ownership name', async () => {
  const rule = count({ atLeast: 1, windowMinutes: 60 }, { owner: 'payments' })
  const ownerOf = ({ service }: { service: string }) => (service === 'pay' ? 'payments' : '')
  const owned = () => judgeOne(judgeCounts, { store: store(), rule, slotsMs: [nowMs], ownerOf })
  expect((await owned()).map(whyOf)).toEqual([['!: 4 exceptions, 1 needed']])
  await recordIssueEvents(store(), {
    who: 'ada',
    atNs: nsOfMs(nowMs),
    statements: [{ issue: await issueOf('shop'), what: 'owner', value: 'payments' }],
  })
  expect((await owned()).map(whyOf)).toEqual([['!: 8 exceptions, 1 needed']])
})

test('a row that comes late counts for its own minute, and one that comes again counts once', async () => {
  const rule = count({ atLeast: 2, windowMinutes: 5 }, { service: 'late' })
  const why = async () =>
    (await judgeOne(judgeCounts, { store: store(), rule, slotsMs: [agoMs(20), agoMs(10)] })).map(whyOf)
  const late = thrown(22, 'late')
  await store().insert([late])
  expect(await why()).toEqual([[': 1 of 2 exceptions needed'], [': 0 of 2 exceptions needed']])
  await store().insert([thrown(23, 'late'), late])
  expect(await why()).toEqual([['!: 2 exceptions, 2 needed'], [': 0 of 2 exceptions needed']])
})

test('many rules at many times find what each finds alone', async () => {
  const filter = fc.constantFrom('', 'pay', 'shop')
  const anyRule = fc
    .record({
      of: fc.constantFrom('exceptions', 'users', 'sessions'),
      by: fc.constantFrom('issue', 'service', 'all'),
      windowMinutes: fc.constantFrom(1, 4, 5, 7, 30),
      atLeast: fc.constantFrom(1, 3),
    })
    .chain(watch => filter.map(service => count(watch, { service })))
  const anySlot = fc.nat(12).map(agoMs)
  await fc.assert(findWhatEachFindsAlone(judgeCounts, { store, anyRule, anySlot, at: 0 }), runs(4))
})

async function issueOf(service: string): Promise<string> {
  const known = ids.get(service)
  if (known !== undefined) return known
  const [found] = await store().querySql<{ Issue: string }>(
    `SELECT any(Issue) AS Issue FROM exceptions WHERE ServiceName = '${service}'`,
  )
  ids.set(service, found?.Issue ?? '')
  return found?.Issue ?? ''
}
