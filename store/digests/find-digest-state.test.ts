import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/open-test-store.ts'
import { stateIssues } from '../issues/state-issues.ts'
import type { Store } from '../store.ts'
import { nsOfMs } from '../units.ts'
import { findDigestState } from './find-digest-state.ts'

/** Remembers which questions were asked, with how many rows each. */
function listening(store: Store) {
  const asked: string[] = []
  const listener: Store = {
    ...store,
    ask: (question, signal) => {
      asked.push(question.name)
      return store.ask(question, signal)
    },
  }
  return { asked, listener }
}

test('a digest that does not exist is noted as one that does, and asks as much of the store', async () => {
  await using store = await openTestStore([exceptionRow({ attributes: { 'errata.error.digest': 'k7m2x9qd4r' } })])
  const [known, unknown] = [listening(store), listening(store)]

  expect(await findDigestState(known.listener, { digest: 'k7m2x9qd4r' })).toEqual({ state: 'noted' })
  expect(await findDigestState(unknown.listener, { digest: 'never-seen' })).toEqual({ state: 'noted' })
  expect(unknown.asked).toEqual(known.asked)
})

test('a digest whose issue somebody looks at, or has fixed in a release, says so and no more', async () => {
  const digest = 'k7m2x9qd4r'
  const attributes = { 'errata.error.digest': digest, 'errata.issue.fingerprint': digest }
  await using store = await openTestStore([exceptionRow({ at: 60_000, attributes })])
  const say = (what: 'owner' | 'resolved', value: string, secondsAgo: number) =>
    stateIssues(store, {
      who: 'Ann',
      atNs: nsOfMs(Date.now() - secondsAgo * 1_000),
      statements: [{ issue: digest, what, value }],
    })

  await say('owner', 'Ann', 20)
  expect(await findDigestState(store, { digest })).toEqual({ state: 'looked-at' })
  await say('resolved', 'release 2.4.1', 10)
  expect(await findDigestState(store, { digest })).toEqual({ state: 'fixed', release: '2.4.1' })
})
