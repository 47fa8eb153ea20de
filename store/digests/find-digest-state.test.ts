import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, spanRow, type TestStore } from '../../test/store/open-test-store.ts'
import { recordIssueEvents } from '../issues/record-issue-events.ts'
import type { Store } from '../store.ts'
import { nsOfMs } from '../units.ts'
import { findDigestState } from './find-digest-state.ts'

const DAY_MS = 86_400_000
const NOW_MS = Date.now()
const nowNs = nsOfMs(NOW_MS)
const version = (release: string) => ({ resource: { 'service.version': release } })
const served = (at: number, release: string) => spanRow({ at, ...version(release) })
const thrown = (at: number, digest: string, release = '1') =>
  exceptionRow({
    at,
    attributes: { 'errata.error.digest': digest, 'errata.issue.fingerprint': digest },
    ...version(release),
  })

const say = (store: TestStore, issue: string, what: 'acknowledged' | 'owner' | 'muted' | 'resolved', value: string) =>
  recordIssueEvents(store, { who: 'Ann', atNs: nsOfMs(NOW_MS - DAY_MS), statements: [{ issue, what, value }] })

/** The state of a digest, and the queries that it took. */
async function stateOf(store: Store, digest: string) {
  const asked: string[] = []
  const listening: Store['query'] = (statement, signal) => {
    asked.push(statement.name)
    return store.query(statement, signal)
  }
  const state = await findDigestState({ ...store, query: listening }, { digest, nowNs })
  return { state, asked: asked.sort() }
}

test('an error is recorded, then in progress, then fixed in the release that was chosen', async () => {
  const digests = ['unsaid', 'seen', 'owned', 'muted', 'named', 'at-once', 'in-next']
  await using store = await openTestStore([
    ...digests.map(digest => thrown(3 * DAY_MS, digest)),
    served(2 * DAY_MS, '2'),
    served(DAY_MS / 2, '3'),
    served(DAY_MS / 4, '4'),
    spanRow({ at: DAY_MS / 3, service: 'cart', ...version('other') }),
  ])
  await say(store, 'seen', 'acknowledged', 'yes')
  await say(store, 'owned', 'owner', 'Ben')
  await say(store, 'muted', 'muted', 'events 100')
  await say(store, 'named', 'resolved', 'release 7')
  await say(store, 'at-once', 'resolved', 'now')
  await say(store, 'in-next', 'resolved', 'next')

  const states = await Promise.all([...digests, 'never-seen'].map(async digest => (await stateOf(store, digest)).state))
  expect(states).toEqual([
    { state: 'noted' },
    { state: 'looked-at' },
    { state: 'looked-at' },
    { state: 'noted' },
    { state: 'fixed', release: '7' },
    { state: 'fixed', release: '2' },
    { state: 'fixed', release: '3' },
    { state: 'noted' },
  ])
})

test('an issue’s id opens nothing: it is no digest that a visitor was shown', async () => {
  const computed = { type: 'TypeError', message: 'not a digest', at: 3 * DAY_MS, attributes: {} }
  const named = { ...computed, attributes: { 'errata.issue.fingerprint': 'checkout-timeouts' } }
  await using store = await openTestStore([exceptionRow(computed), exceptionRow(named), thrown(3 * DAY_MS, 'shown')])
  const [{ id = '' } = {}] = await store.querySql<{ id: string }>(
    "SELECT Issue AS id FROM exceptions WHERE Message = 'not a digest' AND Issue != 'checkout-timeouts'",
  )
  expect(id).toMatch(/^[0-9a-f]{16}$/)
  const issues = [id, 'checkout-timeouts', 'shown']
  for (const issue of issues) await say(store, issue, 'resolved', 'release 7')

  const states = await Promise.all(issues.map(async issue => (await stateOf(store, issue)).state))
  expect(states).toEqual([{ state: 'noted' }, { state: 'noted' }, { state: 'fixed', release: '7' }])
})

test('a merged issue that a digest belongs to tells its state by the digest alone', async () => {
  await using store = await openTestStore([thrown(3 * DAY_MS, 'member'), exceptionRow({ at: 3 * DAY_MS })])
  await recordIssueEvents(store, {
    who: 'Ann',
    atNs: nsOfMs(NOW_MS - DAY_MS),
    statements: [{ issue: 'member', what: 'merged', value: 'all-of-them' }],
  })
  await say(store, 'all-of-them', 'acknowledged', 'yes')

  expect((await stateOf(store, 'member')).state).toEqual({ state: 'looked-at' })
  expect((await stateOf(store, 'all-of-them')).state).toEqual({ state: 'noted' })
})

test('a regressed error is not fixed', async () => {
  await using store = await openTestStore([thrown(3 * DAY_MS, 'back'), thrown(DAY_MS / 2, 'back', '2')])
  await say(store, 'back', 'resolved', 'next')
  expect((await stateOf(store, 'back')).state).toEqual({ state: 'noted' })
})

test('an error resolved in the next release is in progress until that release is seen', async () => {
  await using store = await openTestStore([thrown(3 * DAY_MS, 'soon')])
  await say(store, 'soon', 'resolved', 'next')
  expect((await stateOf(store, 'soon')).state).toEqual({ state: 'looked-at' })
})

test('the same queries run for every digest, also for one that does not exist', async () => {
  await using store = await openTestStore([
    ...['noted', 'muted', 'fixed'].map(digest => thrown(3 * DAY_MS, digest)),
    served(DAY_MS / 2, '2'),
  ])
  await say(store, 'muted', 'muted', 'events 100')
  await say(store, 'fixed', 'resolved', 'next')

  const asked = await Promise.all(
    ['noted', 'muted', 'fixed', 'never-seen'].map(async of => (await stateOf(store, of)).asked),
  )
  expect(asked[0]?.length).toBeGreaterThan(2)
  expect(new Set(asked.map(names => names.join(' '))).size).toBe(1)
})
