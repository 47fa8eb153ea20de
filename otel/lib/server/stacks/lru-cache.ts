/** A cache by key that drops the least recently used entries. */
export interface LruCache<Entry> {
  get(key: string): Entry | undefined
  /** Adds an entry as the most recently used. It is kept even if it alone exceeds the bound. */
  set(key: string, entry: Entry): void
}

/** @param maxBytes Bound of all entries' `bytes`, an estimate of their memory. */
export function lruCache<Entry extends { readonly bytes: number }>(maxBytes: number): LruCache<Entry> {
  // Least recently used first.
  const kept = new Map<string, Entry>()
  let bytes = 0
  const drop = (key: string) => {
    bytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  const set = (key: string, entry: Entry) => {
    drop(key)
    kept.set(key, entry)
    bytes += entry.bytes
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes || oldest === key) break
      drop(oldest)
    }
  }
  return {
    get(key) {
      const entry = kept.get(key)
      if (entry !== undefined) set(key, entry)
      return entry
    },
    set,
  }
}
