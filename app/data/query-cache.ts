import type { Query, QueryPriority, Store } from '../../store/store.ts'

/** Maximum of cached results. The largest have some hundred rows. */
const MAX_ENTRIES = 512

/**
 * A store that shares results between callers of the same query with the same parameters: always while it runs, and afterwards as long as
 * the query's `maxAgeMs` and `staleWhileRevalidateMs` allow. Results must not be modified. A caller that aborts stops waiting; the query is
 * cancelled when the last one has aborted. Errors are not cached, and an insert through this store clears the cache.
 */
export function withQueryCache(store: Store): Store {
  const entries = new Map<string, Entry>()

  function start<Row>(key: string, query: Query<Row>, before: Entry | undefined): Entry {
    const cancel = new AbortController()
    const entry: Entry = {
      decode: query.decode,
      priority: query.priority,
      startedMs: performance.now(),
      // A request for a fresh result must not shorten the lifetime of shared ones.
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

  /** Oldest first. */
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
      // A query does not join one of lower priority, which may be queued.
      const joins = found?.isUnderWay && rankOf(found.priority) <= rankOf(query.priority)
      const next = joins ? found : start(key, query, done)
      if (done === undefined || ageOf(done) >= lifetimeOf(query)) return waitFor(next, signal) as Promise<Row[]>
      // Counted as a caller that never aborts: a page that closes must not cancel what the next one needs.
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
  /** Queries that decode the same rows differently have separate results. */
  readonly decode: (row: unknown) => unknown
  readonly priority: Query<unknown>['priority']
  readonly startedMs: number
  readonly keptMs: number
  readonly answer: Promise<unknown[]>
  readonly cancel: AbortController
  /** The result that it replaces. */
  before: Entry | undefined
  waiting: number
  isUnderWay: boolean
}

const rankOf = (priority: QueryPriority = 'normal') => ({ normal: 0, search: 0, low: 1, program: 2 })[priority]

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
