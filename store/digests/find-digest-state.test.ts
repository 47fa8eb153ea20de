import { expect, test } from 'vitest'
import { exceptionRow, openTestStore } from '../../test/open-test-store.ts'
import type { Store } from '../store.ts'
import { findDigestState } from './find-digest-state.ts'

/** Remembers which questions were asked, with how many rows each. */
function listening(store: Store) {
  const asked: string[] = []
  const ask: Store['ask'] = (question, signal) => {
    asked.push(question.name)
    return store.ask(question, signal)
  }
  const listener: Store = { ...store, ask }
  return { asked, listener }
}

test('a digest that does not exist is noted as one that does, and asks as much of the store', async () => {
  await using store = await openTestStore([exceptionRow({ attributes: { 'errata.error.digest': 'k7m2x9qd4r' } })])
  const [known, unknown] = [listening(store), listening(store)]

  expect(await findDigestState(known.listener, { digest: 'k7m2x9qd4r' })).toEqual({ state: 'noted' })
  expect(await findDigestState(unknown.listener, { digest: 'never-seen' })).toEqual({ state: 'noted' })
  expect(unknown.asked).toEqual(known.asked)
})
