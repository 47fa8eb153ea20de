/** A process that reports again and again, under a name that may be new at each start. */
export interface Reporter {
  readonly name: string
  /** The first and the newest report. */
  readonly sinceNs: bigint
  readonly reportedNs: bigint
}

/** Those that reported and do so no longer. */
export interface Stopped {
  /** Another one started instead, as after a restart. A Collector with the same queue folder delivers what this one left. */
  readonly replaced: readonly string[]
  readonly unreplaced: readonly string[]
}

interface Overlap {
  /** A new one that has run for longer is no replacement of one that stops: roll-outs start it before. */
  readonly overlapNs: bigint
  /** Those that began within this time of each other were started together, neither for the other. */
  readonly togetherNs: bigint
}

const NO_OVERLAP: Overlap = { overlapNs: 0n, togetherNs: 0n }

/**
 * Each start replaces the one that stopped last before it, or else one that stopped soon after it.
 *
 * @param overlap @default none: only what starts after one has stopped replaces it
 */
export function findStopped(
  reporters: readonly Reporter[],
  isReporting: (reporter: Reporter) => boolean,
  { overlapNs, togetherNs }: Overlap = NO_OVERLAP,
): Stopped {
  const byStart = reporters.toSorted((a, b) => (a.sinceNs < b.sinceNs ? -1 : 1))
  const unreplaced = byStart
    .filter(reporter => !isReporting(reporter))
    .toSorted((a, b) => (a.reportedNs < b.reportedNs ? 1 : -1))
  const replaced: string[] = []
  for (const { sinceNs } of byStart) {
    const before = unreplaced.findIndex(({ reportedNs }) => reportedNs < sinceNs)
    const isSoonAfter = (other: Reporter) =>
      other.reportedNs < sinceNs + overlapNs && other.sinceNs + togetherNs < sinceNs
    const at = before >= 0 ? before : unreplaced.findIndex(isSoonAfter)
    if (at >= 0) replaced.push(...unreplaced.splice(at, 1).map(({ name }) => name))
  }
  return { replaced, unreplaced: unreplaced.map(({ name }) => name) }
}
