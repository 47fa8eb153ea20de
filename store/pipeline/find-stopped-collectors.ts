import type { Queue } from './list-queues.ts'

/** Collectors that reported and do so no longer, by service.instance.id. */
export interface StoppedCollectors {
  /** Another one started afterwards, as after a restart: with the same queue folder it delivers what this one left. */
  readonly replaced: readonly string[]
  readonly unreplaced: readonly string[]
}

/**
 * Each start replaces the Collector that stopped last before it: a new one reports under another id. All queues of a Collector are
 * in each of its reports.
 */
export function findStoppedCollectors(
  queues: readonly Queue[],
  isReporting: (queue: Queue) => boolean,
): StoppedCollectors {
  const byStart = queues.toSorted((a, b) => (a.sinceNs < b.sinceNs ? -1 : 1))
  const collectors = [...Map.groupBy(byStart, ({ collector }) => collector).values()].flatMap(([first]) => first ?? [])
  const unreplaced = collectors
    .filter(queue => !isReporting(queue))
    .toSorted((a, b) => (a.reportedNs < b.reportedNs ? 1 : -1))
  const replaced: string[] = []
  for (const { sinceNs } of collectors) {
    const at = unreplaced.findIndex(({ reportedNs }) => reportedNs < sinceNs)
    if (at >= 0) replaced.push(...unreplaced.splice(at, 1).map(({ collector }) => collector))
  }
  return { replaced, unreplaced: unreplaced.map(({ collector }) => collector) }
}
