import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { openStore } from '../store/store.ts'
import { StoreError, type StoreErrorKind } from '../store/store-error.ts'
import { askStore, askStoreApart, storeContext } from './ask-store.server.ts'

/** What reaches the router when a question ends like this. */
async function thrownFor(error: unknown, ask: typeof askStore | typeof askStoreApart = askStore): Promise<unknown> {
  await using store = openStore({ url: 'http://127.0.0.1:9', user: 'default', password: '' })
  const context = new RouterContextProvider()
  context.set(storeContext, store)
  const args = { context, request: new Request('http://desk.example/') }
  return ask(args, () => Promise.reject(error), undefined).catch(thrown => thrown)
}

test.each<[StoreErrorKind, number]>([
  ['away', 503],
  ['denied', 503],
  ['unprepared', 503],
  ['overloaded', 503],
  ['timeout', 504],
])('a store that is %s is an outage of status %s with words of its own', async (kind, status) => {
  expect(await thrownFor(new StoreError(kind, undefined))).toMatchObject({
    data: { outage: kind },
    init: { status, headers: { 'retry-after': '5' } },
  })
})

test.each<StoreErrorKind>(['rejected', 'unreadable', 'failed'])('what is %s stays an exception', async kind => {
  const error = new StoreError(kind, undefined)
  expect(await thrownFor(error)).toBe(error)
})

test('a part that a page can do without is missing when the store cannot answer, and stays an exception when it is our fault', async () => {
  expect(await thrownFor(new StoreError('timeout', undefined), askStoreApart)).toEqual({ outage: 'timeout' })
  const error = new StoreError('rejected', undefined)
  expect(await thrownFor(error, askStoreApart)).toBe(error)
})

test('a cancelled question stays what it was', async () => {
  const reason = new DOMException('the visitor left', 'AbortError')
  expect(await thrownFor(reason)).toBe(reason)
})
