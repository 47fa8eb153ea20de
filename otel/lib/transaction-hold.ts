/** Limits for transactions whose route and status are not decided yet. */
export interface HoldLimits {
  /** Milliseconds from a transaction's first held record. Default 30000. */
  readonly maxHeldMs?: number
  /** Default 1000. */
  readonly maxPerTransaction?: number
  /** Default 20000. */
  readonly maxInAll?: number
}

/** The limit that prevents holding one more record. */
export type HoldExcess = 'transaction' | 'total'

export interface TransactionHold<Transaction, Item> {
  /** @returns The limit that prevents holding it; undefined if it is held. */
  add(transaction: Transaction, item: Item): HoldExcess | undefined
  /** Ends the holding of a transaction. @returns What was held, in order. */
  take(transaction: Transaction): readonly Item[]
  /** Transactions with held records, oldest first. */
  transactions(): Transaction[]
}

/**
 * Holds records of transactions, in order, until they are taken.
 *
 * @param onTooOld Gets what was held of a transaction for too long.
 */
export function holdTransactions<Transaction extends object, Item>(
  onTooOld: (transaction: Transaction) => void,
  { maxHeldMs = 30_000, maxPerTransaction = 1_000, maxInAll = 20_000 }: HoldLimits = {},
): TransactionHold<Transaction, Item> {
  /** Oldest first. */
  const held = new Map<Transaction, { readonly items: Item[]; readonly untilMs: number }>()
  let count = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** One timer for all, for the oldest: most are decided long before. */
  const watchAge = (): void => {
    if (timer) return
    const [oldest] = held.values()
    if (!oldest) return
    timer = setTimeout(releaseOld, oldest.untilMs - performance.now())
    // A Node process with nothing else to do may end; a browser's timer is a number.
    timer.unref?.()
  }

  const releaseOld = (): void => {
    timer = undefined
    for (const [transaction, { untilMs }] of held) {
      if (untilMs > performance.now()) break
      onTooOld(transaction)
    }
    watchAge()
  }

  return {
    add(transaction, item) {
      const items = held.get(transaction)?.items
      if (items && items.length >= maxPerTransaction) return 'transaction'
      if (count >= maxInAll) return 'total'
      count++
      if (items) items.push(item)
      else held.set(transaction, { items: [item], untilMs: performance.now() + maxHeldMs })
      watchAge()
      return undefined
    },
    take(transaction) {
      const items = held.get(transaction)?.items ?? []
      held.delete(transaction)
      count -= items.length
      return items
    },
    transactions: () => [...held.keys()],
  }
}
