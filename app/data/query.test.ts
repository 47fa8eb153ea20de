import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { openStore, type Store } from '../../store/store.ts'
import { StoreError, type StoreErrorKind } from '../../store/store-error.ts'
import { query, storeContext, tryQuery } from './query.ts'

/** What a loader gets, or throws to the router, when a query fails with this error. */
async function outcomeOf(error: unknown, run: typeof query | typeof tryQuery = query): Promise<unknown> {
  await using store = openStore({ url: 'http://127.0.0.1:9', user: 'default', password: '' })
  const context = new RouterContextProvider()
  context.set(storeContext, store)
  const args = { context, request: new Request('http://desk.example/') }
  return run(args, () => Promise.reject(error), undefined).catch(thrown => thrown)
}

test.each<[StoreErrorKind, number]>([
  ['away', 503],
  ['denied', 503],
  ['unprepared', 503],
  ['overloaded', 503],
  ['timeout', 504],
])('a store that is %s is an outage of status %s with a text of its own', async (kind, status) => {
  expect(await outcomeOf(new StoreError(kind, undefined))).toMatchObject({
    data: { outage: { kind, title: expect.stringMatching(/./) } },
    init: { status, headers: { 'retry-after': '5' } },
  })
})

test.each<StoreErrorKind>(['rejected', 'unreadable', 'failed'])(
  'an error of kind %s stays an exception',
  async kind => {
    const error = new StoreError(kind, undefined)
    expect(await outcomeOf(error)).toBe(error)
  },
)

test('tryQuery returns the outage when the store cannot answer, and throws when the fault is ours', async () => {
  expect(await outcomeOf(new StoreError('timeout', undefined), tryQuery)).toMatchObject({ outage: { kind: 'timeout' } })
  const error = new StoreError('rejected', undefined)
  expect(await outcomeOf(error, tryQuery)).toBe(error)
})

test('a cancelled query throws the reason of its cancellation', async () => {
  const reason = new DOMException('the visitor left', 'AbortError')
  expect(await outcomeOf(reason)).toBe(reason)
})

test('a part of a page that takes longer than a query may is an outage, unless the visitor has left', async () => {
  await using store = openStore({ url: 'http://127.0.0.1:9', user: 'default', password: '', timeoutMs: 10 })
  const context = new RouterContextProvider()
  context.set(storeContext, store)
  const endless = (_store: Store, _params: undefined, signal?: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  const request = new Request('http://desk.example/')
  const startMs = performance.now()
  expect(await tryQuery({ context, request }, endless, undefined)).toMatchObject({ outage: { kind: 'timeout' } })
  expect(performance.now() - startMs).toBeLessThan(5_000)
  const left = new AbortController()
  const waiting = tryQuery({ context, request: new Request(request, { signal: left.signal }) }, endless, undefined)
  left.abort(new DOMException('the visitor left', 'AbortError'))
  await expect(waiting).rejects.toThrow('the visitor left')
})
