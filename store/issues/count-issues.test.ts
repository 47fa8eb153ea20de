import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inTime } from '../../test/in-time.ts'
import { exceptionRow, openTestStore, type Row, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { countIssues } from './count-issues.ts'
import { rankIssues } from './rank-issues.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
const at = (hours: number) => nsOfMs(hourMs + hours * HOUR_MS)
const anyStanding = {
  muted: [],
  resolved: [],
  mine: [],
  owned: [],
  owners: [],
  tab: 'all',
  offset: 0,
  limit: 10,
} as const

interface Thrown {
  readonly hours: number
  readonly issue: string
  readonly session: string
  readonly user: string
}

const thrown = ({ hours, issue, session, user }: Thrown): Row =>
  exceptionRow({
    at: at(hours),
    attributes: { 'errata.issue.fingerprint': issue, 'session.id': session, 'user.id': user },
  })

test('numbers, and the order by them, are those of what happened, by hours and by days, however it was delivered', async () => {
  const event = fc.record({
    hours: fc.integer({ min: -70, max: 0 }),
    issue: fc.constantFrom('a', 'b'),
    session: fc.constantFrom('', 'x', 'y'),
    user: fc.constantFrom('', 'ann', 'ben'),
    isEvent: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 15 }),
      fc.integer({ min: 1, max: 70 }),
      inTime(100_000, async (events, back) => {
        const rows = events.map(({ isEvent, ...of }, i) =>
          isEvent
            ? spanRow({
                at: at(of.hours),
                attributes: { 'session.id': of.session },
                events: [
                  {
                    name: 'exception',
                    attributes: { 'exception.type': `T${i}`, 'errata.issue.fingerprint': of.issue, 'user.id': of.user },
                  },
                ],
              })
            : thrown(of),
        )
        await using store = await openTestStore(rows.slice(0, 7))
        await store.insert(rows.toReversed())
        await store.insert(rows.slice(3, 5))

        const narrowed = { range: { from: at(-back), to: at(1) }, merges: { from: [], to: [], byRule: new Map() } }
        const distinct = (values: string[]) => new Set(values.filter(value => value !== '')).size
        const expected = ['a', 'b'].flatMap(issue => {
          const own = events.filter(of => of.issue === issue && of.hours >= -back)
          const sessions = distinct(own.map(({ session }) => session))
          const users = distinct(own.map(({ user }) => user))
          return own.length === 0 ? [] : [{ issue, events: own.length, sessions, users }]
        })
        const counts = await countIssues(store, { ...narrowed, issues: ['a', 'b'] })
        expect([...counts].map(([issue, numbers]) => ({ issue, ...numbers }))).toEqual(expected)
        for (const sort of ['events', 'sessions', 'users'] as const) {
          const { issues } = await rankIssues(store, { ...narrowed, ...anyStanding, sort })
          const order = expected.toSorted((one, other) => other[sort] - one[sort]).map(({ issue }) => issue)
          expect(issues.map(({ issue }) => issue)).toEqual(order)
        }
      }),
    ),
    { numRuns: 10 },
  )
})
