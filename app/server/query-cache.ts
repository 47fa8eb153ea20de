import type { Query, Store } from '../../store/store.ts'

/** Answers kept at a time. The largest have some hundred rows. */
const MAX_ENTRIES = 512

/**
 * A store that shares answers between those who ask the same query with the same parameters: while it is under way always, afterwards for as long
 * as the query's `maxAgeMs` and `staleWhileRevalidateMs` allow. Nobody may change an answer. A caller who leaves stops waiting; the query is
 * cancelled when the last has left. Errors are not kept, and what is inserted through this store ends all that was answered before.
 */
export function cacheQueries(store: Store): Store {
  const entries = new Map<string, Entry>()

  function start<Row>(key: string, query: Query<Row>, before: Entry | undefined): Entry {
    const cancel = new AbortController()
    const entry: Entry = {
      decode: query.decode,
      priority: query.priority,
      startedMs: performance.now(),
      // One that asks for a fresh answer must not end the life of those that are shared.
      keptMs: Math.max(before?.keptMs ?? 0, lifetimeOf(query)),
      waiting: 0,
      isUnderWay: true,
      cancel,
      before,
      answer: store.query(query, cancel.signal),
    }
    const drop = () => {
      if (entries.get(key) !== entry) return
      if (before === undefined) entries.delete(key)
      else entries.set(key, before)
    }
    entry.answer.then(
      () => {
        entry.isUnderWay = false
        entry.before = undefined
        if (entry.keptMs === 0) drop()
      },
      () => {
        entry.isUnderWay = false
        drop()
      },
    )
    cancel.signal.addEventListener('abort', drop)
    entries.set(key, entry)
    return entry
  }

  /** From the oldest on. */
  function evict(): void {
    for (const [key, { startedMs, keptMs, isUnderWay }] of entries) {
      if (isUnderWay) continue
      if (entries.size > MAX_ENTRIES || performance.now() - startedMs >= keptMs) entries.delete(key)
    }
  }

  return {
    ...store,
    query<Row>(query: Query<Row>, signal?: AbortSignal): Promise<Row[]> {
      evict()
      const key = keyOf(query)
      const same = entries.get(key)
      const found = same?.decode === query.decode ? same : undefined
      const done = found?.isUnderWay ? found.before : found
      if (done !== undefined && ageOf(done) < (query.maxAgeMs ?? 0)) return waitFor(done, signal) as Promise<Row[]>
      // A query that may not wait for others does not wait for one that may.
      const joins = found?.isUnderWay && (found.priority !== 'low' || query.priority === 'low')
      const next = joins ? found : start(key, query, done)
      if (done === undefined || ageOf(done) >= lifetimeOf(query)) return waitFor(next, signal) as Promise<Row[]>
      // Counted as one who waits and never leaves: a page that closes must not cancel what the next one needs.
      if (!joins) next.waiting++
      return waitFor(done, signal) as Promise<Row[]>
    },
    async insertRows(insert) {
      try {
        await store.insertRows(insert)
      } finally {
        entries.clear()
      }
    },
  }
}

interface Entry {
  /** Two queries that read the same rows in two ways have an answer each. */
  readonly decode: (row: unknown) => unknown
  readonly priority: Query<unknown>['priority']
  readonly startedMs: number
  readonly keptMs: number
  readonly answer: Promise<unknown[]>
  readonly cancel: AbortController
  /** The answer that it takes the place of. */
  before: Entry | undefined
  waiting: number
  isUnderWay: boolean
}

const ageOf = ({ startedMs }: Entry) => performance.now() - startedMs

const lifetimeOf = ({ maxAgeMs = 0, staleWhileRevalidateMs = 0 }: Query<unknown>) => maxAgeMs + staleWhileRevalidateMs

async function waitFor(entry: Entry, signal: AbortSignal | undefined): Promise<unknown[]> {
  const { promise: left, reject: leave } = Promise.withResolvers<never>()
  const onLeave = () => leave(signal?.reason)
  signal?.addEventListener('abort', onLeave, { once: true })
  entry.waiting++
  try {
    signal?.throwIfAborted()
    return await Promise.race([entry.answer, left])
  } finally {
    signal?.removeEventListener('abort', onLeave)
    if (--entry.waiting === 0 && entry.isUnderWay) entry.cancel.abort()
  }
}

const keyOf = ({ name, sql, params, timeoutMs, maxMemoryBytes }: Query<unknown>) =>
  JSON.stringify([name, sql, params, timeoutMs, maxMemoryBytes], (_, value) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
