/** What was used last, by key. */
export interface Recent<Entry> {
  get(key: string): Entry | undefined
  /** As the one used last. It is kept however large it is; the others leave by age beyond the bound. */
  set(key: string, entry: Entry): void
}

/** Keeps what was used last, within a number of bytes of memory, as its entries estimate them. */
export function keepRecent<Entry extends { readonly bytes: number }>(maxBytes: number): Recent<Entry> {
  // In the order of last use, the oldest first.
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
