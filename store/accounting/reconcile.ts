/** Counts of one signal in a range: spans, log records, or data points. */
export interface SignalCounts {
  /** Accepted by receivers, repeated deliveries included. */
  readonly acknowledged: number
  /** Distinct items stored in the range. */
  readonly stored: number
  /** Distinct items dropped by rules, by their timestamp. */
  readonly removed: number
  /** Dropped because they cannot be stored: spans without an id. */
  readonly unfit: number
  /** Dropped by exporters after their retry limit. */
  readonly givenUp: number
  /** Rows accepted by ClickHouse, repeated inserts included. */
  readonly delivered: number
  /** Counted by the drop rules' own counters, repeated deliveries included. */
  readonly filtered: number
  /** Bytes queued now. */
  readonly waitingBytes: number
  /** For how much of the range Collectors have reported counters. */
  readonly seconds: number
  /** Items stored within some seconds of the start and the end of the range. */
  readonly nearEnds: number
}

/** What happened to acknowledged items. All but `waitingBytes` and `edge` add up to `acknowledged`. */
export interface SignalReconciliation {
  readonly acknowledged: number
  readonly stored: number
  readonly removed: number
  readonly unfit: number
  readonly givenUp: number
  /** Duplicates: sent again by senders without a response, or by killed Collectors. */
  readonly again: number
  /** Dropped duplicates, or dropped items counted in another hour by their timestamp. */
  readonly removedElsewhere: number
  /** Upper bound: queues are not empty, and nothing else explains these items. */
  readonly waiting: number
  readonly waitingBytes: number
  /** What nothing explains; negative if more was stored than acknowledged. */
  readonly unaccounted: number
  /** How much of `unaccounted` may have been in transit when the range began or ended. */
  readonly edge: number
}

/** Items of so many seconds may be in transit at each end of the range. */
const IN_TRANSIT_SECONDS = 20

/**
 * Accounts for acknowledged items. Distinct items that the store counts come first, then what Collectors count with duplicates; the rest may be
 * queued, and what remains is unaccounted for.
 */
export function reconcile(known: SignalCounts): SignalReconciliation {
  const { acknowledged, stored, removed, unfit, givenUp, delivered, filtered, waitingBytes, seconds, nearEnds } = known
  let unaccounted = acknowledged - stored - removed - unfit - givenUp
  const explain = (most: number) => {
    const part = Math.max(0, Math.min(unaccounted, most))
    unaccounted -= part
    return part
  }
  const again = explain(delivered - stored)
  const removedElsewhere = explain(filtered - removed)
  const waiting = explain(waitingBytes > 0 ? Number.POSITIVE_INFINITY : 0)
  // With a shorter range all items may be in transit.
  const asARule =
    seconds > IN_TRANSIT_SECONDS ? Math.ceil((acknowledged * IN_TRANSIT_SECONDS) / seconds) : Math.abs(unaccounted)
  const edge = Math.max(asARule, nearEnds)
  return {
    acknowledged,
    stored,
    removed,
    unfit,
    givenUp,
    again,
    removedElsewhere,
    waiting,
    waitingBytes,
    unaccounted,
    edge,
  }
}
