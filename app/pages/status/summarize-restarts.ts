import type { Restart } from '../../../store/pipeline/list-restarts.ts'
import { MINUTE_NS } from '../../../store/time-units.ts'
import { formatDuration } from '../../format/duration.ts'

/** Earlier restarts are only listed. */
const RECENT_NS = 60n * MINUTE_NS

/**
 * Says which processes restarted in the last hour: `desk restarted 4× in the last 6 min`.
 *
 * @returns One phrase a process, the most restarts first; empty if none did.
 */
export function summarizeRestarts(restarts: readonly Restart[], nowMs: number): readonly string[] {
  const nowNs = BigInt(nowMs) * 1_000_000n
  const recent = restarts.filter(({ atNs }) => atNs > nowNs - RECENT_NS)
  return [...Map.groupBy(recent, ({ process }) => process)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([process, of]) => {
      const ageNs = of.reduce((oldest, { atNs }) => (nowNs - atNs > oldest ? nowNs - atNs : oldest), MINUTE_NS)
      const within = formatDuration(((ageNs + MINUTE_NS - 1n) / MINUTE_NS) * MINUTE_NS)
      return `${process} restarted${of.length > 1 ? ` ${of.length}×` : ''} in the last ${within}`
    })
}
