/** What is known of one signal in a range: spans, log records, or data points. */
export interface Known {
  /** What receivers took, as often as it was delivered. */
  readonly acknowledged: number
  /** Distinct ones that were stored in the range. */
  readonly stored: number
  /** Distinct ones that drop rules removed, by their own time. */
  readonly removed: number
  /** What the store could not hold, so that it was dropped: spans without an id. */
  readonly unfit: number
  /** What exporters retried for as long as they may, and then dropped. */
  readonly givenUp: number
  /** Rows that ClickHouse took, as often as it took them. */
  readonly delivered: number
  /** What the drop rules' own counters say, as often as it was delivered. */
  readonly filtered: number
  /** Bytes in the queues now. */
  readonly waitingBytes: number
  /** For how long Collectors have counted, of the range. */
  readonly seconds: number
  /** How many were stored some seconds before and after the range began and ended. */
  readonly nearEnds: number
}

/** Where everything went that was acknowledged: all but `waitingBytes` and `edge` add up to `acknowledged`. */
export interface Reconciliation {
  readonly acknowledged: number
  readonly stored: number
  readonly removed: number
  readonly unfit: number
  readonly givenUp: number
  /** Delivered again and counted once: by senders that were not answered, or by Collectors that were killed. */
  readonly again: number
  /** Removed again, or of another time than that of its coming, so that the ledger has it elsewhere. */
  readonly removedElsewhere: number
  /** At most: queues hold something, and nothing else explains so many. */
  readonly waiting: number
  readonly waitingBytes: number
  /** What nothing explains; below 0 where more was stored than acknowledged. */
  readonly unaccounted: number
  /** How much of what remains may be nothing but what was on its way when the range began or ended. */
  readonly edge: number
}

/** What so many seconds bring may be on its way when the time begins or ends: as a rule, and of a burst what it brought. */
const EDGE_SECONDS = 20

/**
 * Says of each acknowledged thing where it went. What the store counts once goes before what Collectors count as often as it came; only what neither
 * explains may be waiting; and the rest remains.
 */
export function reconcile(known: Known): Reconciliation {
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
  // Of one that has counted no longer than that, all may be.
  const asARule = seconds > EDGE_SECONDS ? Math.ceil((acknowledged * EDGE_SECONDS) / seconds) : Math.abs(unaccounted)
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
