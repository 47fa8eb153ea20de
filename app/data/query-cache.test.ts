import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { listIssueEvents } from '../../store/issues/list-issue-events.ts'
import { TABLES } from '../../store/schema/tables/table-names.ts'
import type { Query, QueryPolicy, Store } from '../../store/store.ts'
import { poll } from '../../test/poll.ts'
import { openTestStore } from '../../test/store/open-test-store.ts'
import { withQueryCache } from './query-cache.ts'

const row = z.object({ n: z.string() })
const MINUTE_MS = 60_000
const kept = { maxAgeMs: MINUTE_MS }

const of = (n: bigint, policy: QueryPolicy = {}): Query<{ n: string }> => ({
  name: 'n',
  sql: 'SELECT toString({n:Int64}) AS n',
  params: { n },
  decode: row.parse,
  ...policy,
})

async function openCached() {
  const store = await openTestStore()
  const sent: string[] = []
  const counted: Store = {
    ...store,
    query: (query, signal) => {
      sent.push(query.name)
      return store.query(query, signal)
    },
  }
  return { store: withQueryCache(counted), sent, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() }
}

/** A store whose queries end when the test says so. */
async function openHeld() {
  const store = await openTestStore()
  const running: {
    query: Query<unknown>
    end: PromiseWithResolvers<unknown[]>
    signal: AbortSignal
    isOver: boolean
  }[] = []
  const held: Store = {
    ...store,
    query(query, signal) {
      if (signal === undefined) throw new Error('not cancellable')
      const one = { query, end: Promise.withResolvers<unknown[]>(), signal, isOver: false }
      running.push(one)
      signal.addEventListener('abort', () => {
        one.isOver = true
        one.end.reject(signal.reason)
      })
      return one.end.promise as Promise<never[]>
    },
  }
  const answer = async (which: number, n: string) => {
    running[which]?.end.resolve([{ n }])
    await turn()
  }
  return { store: withQueryCache(held), running, answer, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() }
}

test('a query that is under way is not sent again, and every caller gets its answer', async () => {
  await using cached = await openCached()
  const { store, sent } = cached
  const { signal } = new AbortController()
  const answers = await Promise.all([store.query(of(1n), signal), store.query(of(2n), signal), store.query(of(1n))])
  expect(answers).toEqual([[{ n: '1' }], [{ n: '2' }], [{ n: '1' }]])
  await Promise.all([listIssueEvents(store, {}), listIssueEvents(store, {})])
  expect(sent).toEqual(['n', 'n', 'list-issue-events'])
})

test('a query without a maximum age is sent anew once it was answered, and its answer serves those that have one', async () => {
  await using cached = await openCached()
  const { store, sent } = cached
  await store.query(of(1n))
  await store.query(of(1n, kept))
  await store.query(of(1n))
  expect(sent).toHaveLength(3)
  await store.query(of(1n, kept))
  expect(sent).toHaveLength(3)
})

test('an answer serves until it is too old, and never another query or another decoding', async () => {
  await using cached = await openCached()
  const { store, sent } = cached
  await store.query(of(1n, kept))
  expect(await store.query(of(1n, kept))).toEqual([{ n: '1' }])
  expect(sent).toHaveLength(1)
  expect(await store.query({ ...of(1n, kept), decode: () => 'otherwise' })).toEqual(['otherwise'])
  expect(await store.query(of(2n, kept))).toEqual([{ n: '2' }])
  expect(sent).toHaveLength(3)
  await poll(
    () => store.query(of(2n, { maxAgeMs: 1 })),
    () => sent.length > 3,
  )
})

test('while it is revalidated a stale answer serves, and the next caller gets the new one', async () => {
  await using opened = await openHeld()
  const { store, running, answer } = opened
  const stale = { staleWhileRevalidateMs: MINUTE_MS }
  const first = store.query(of(1n, stale))
  await answer(0, 'old')
  expect(await first).toEqual([{ n: 'old' }])
  const closing = new AbortController()
  expect(await store.query(of(1n, stale), closing.signal)).toEqual([{ n: 'old' }])
  expect(await store.query(of(1n, stale))).toEqual([{ n: 'old' }])
  closing.abort(new Error('the page was closed'))
  expect(running.map(({ isOver }) => isOver)).toEqual([false, false])
  await answer(1, 'new')
  expect(await store.query(of(1n, stale))).toEqual([{ n: 'new' }])
})

test('an answer that is older than both ages is waited for', async () => {
  await using opened = await openHeld()
  const { store, answer } = opened
  void store.query(of(1n, { staleWhileRevalidateMs: MINUTE_MS }))
  await answer(0, 'old')
  const late = store.query(of(1n, { maxAgeMs: 0, staleWhileRevalidateMs: 0 }))
  await answer(1, 'new')
  expect(await late).toEqual([{ n: 'new' }])
})

test('a revalidation that fails leaves the stale answer, and the next caller starts another', async () => {
  await using opened = await openHeld()
  const { store, running, answer } = opened
  const stale = { staleWhileRevalidateMs: MINUTE_MS }
  void store.query(of(1n, stale))
  await answer(0, 'old')
  await store.query(of(1n, stale))
  running[1]?.end.reject(new Error('failed'))
  await turn()
  expect(await store.query(of(1n, stale))).toEqual([{ n: 'old' }])
  expect(running).toHaveLength(3)
})

test('a query of normal priority does not wait for the same one of low priority', async () => {
  await using opened = await openHeld()
  const { store, running, answer } = opened
  const low = store.query(of(1n, { priority: 'low' }))
  const normal = store.query(of(1n))
  const joined = store.query(of(1n, { priority: 'low' }))
  await answer(1, 'soon')
  expect(await Promise.all([normal, joined])).toEqual([[{ n: 'soon' }], [{ n: 'soon' }]])
  await answer(0, 'later')
  expect(await low).toEqual([{ n: 'later' }])
  expect(running).toHaveLength(2)
})

test('an answer from before an insert serves nobody afterwards, under way or complete', async () => {
  await using cached = await openCached()
  const { store, sent } = cached
  await store.query(of(1n, kept))
  const underWay = store.query(of(2n, kept))
  await store.insertRows({ name: 'state', table: TABLES.issueEvents, columns: ['Issue'], rows: [{ Issue: 'a' }] })
  await Promise.all([store.query(of(1n, kept)), store.query(of(2n, kept))])
  expect(await underWay).toEqual([{ n: '2' }])
  expect(sent).toHaveLength(4)
})

test('a query that fails fails for all that wait for it, and is sent again', async () => {
  await using cached = await openCached()
  const { store, sent } = cached
  const wrong = { ...of(1n, kept), sql: 'SELECT throwIf({n:Int64} = 1)' }
  const both = await Promise.allSettled([store.query(wrong), store.query(wrong)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(store.query(wrong)).rejects.toThrow()
  expect(sent).toHaveLength(2)
})

test('the oldest answers are evicted when there are too many', async () => {
  await using opened = await openTestStore()
  let sent = 0
  const counted: Store = { ...opened, query: async ({ params }) => [{ n: `${params['n']}${sent++ && ''}` }] as never[] }
  const store = withQueryCache(counted)
  for (let n = 0n; n < 600n; n++) await store.query(of(n, kept))
  await store.query(of(599n, kept))
  expect(sent).toBe(600)
  await store.query(of(0n, kept))
  expect(sent).toBe(601)
})

const step = fc.oneof(
  fc.record({ does: fc.constant('query' as const), n: fc.bigInt(0n, 2n), maxAgeMs: fc.constantFrom(0, MINUTE_MS) }),
  fc.record({ does: fc.constantFrom('leave' as const, 'answer' as const, 'fail' as const), which: fc.nat(9) }),
)

test('in any order of asking, leaving, answering and failing: who stays gets the answer, and no query runs for nobody', async () => {
  const sequences = fc.asyncProperty(fc.array(step, { maxLength: 24 }), async steps => {
    await using opened = await openHeld()
    const { store, running } = opened
    const callers: { n: bigint; got: Promise<string>; leaving: AbortController; isOver: boolean }[] = []
    for (const one of steps) {
      if (one.does === 'query') {
        const leaving = new AbortController()
        const caller = { n: one.n, leaving, isOver: false, got: Promise.resolve('') }
        caller.got = store.query(of(one.n, { maxAgeMs: one.maxAgeMs }), leaving.signal).then(
          ([answer]) => `${answer?.n}`,
          (error: Error) => error.message,
        )
        void caller.got.then(() => {
          caller.isOver = true
        })
        callers.push(caller)
      } else if (one.does === 'leave') {
        callers[one.which]?.leaving.abort(new Error('left'))
      } else {
        const sent = running[one.which]
        if (sent === undefined || sent.isOver) continue
        sent.isOver = true
        if (one.does === 'answer') sent.end.resolve([{ n: `${sent.query.params['n']}` }])
        else sent.end.reject(new Error('failed'))
      }
      await turn()
      const waitedFor = new Set(callers.filter(({ isOver }) => !isOver).map(({ n }) => n))
      const underWay = running.filter(({ isOver }) => !isOver).map(({ query }) => query.params['n'])
      expect(new Set(underWay)).toEqual(waitedFor)
      expect(underWay).toHaveLength(waitedFor.size)
    }
    for (const { query, end, isOver } of running) if (!isOver) end.resolve([{ n: `${query.params['n']}` }])
    for (const { n, got, leaving } of callers) {
      expect(leaving.signal.aborted ? [`${n}`, 'left', 'failed'] : [`${n}`, 'failed']).toContain(await got)
    }
  })
  await fc.assert(sequences)
})
