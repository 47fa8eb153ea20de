import { HOUR_NS } from '../../../store/time-units.ts'

/** The time from which on events are recent: an hour ago, or the 24th part of a longer range. Unix nanoseconds. */
export function recentSinceNs({ fromNs, nowNs }: { readonly fromNs: bigint; readonly nowNs: bigint }): bigint {
  const part = (nowNs - fromNs) / 24n
  return nowNs - (part > HOUR_NS ? part : HOUR_NS)
}
