import type { Trace } from '../../../store/traces/get-trace.ts'
import { formatDuration } from '../../format/duration.ts'

type Times = Pick<Trace, 'startNs' | 'endNs'> & { readonly root: Pick<Trace['root'], 'durationNs'> }

/** Formats the duration of a trace, from its first start to its last end or exception, and that of its root; '' if that is the same text. */
export function formatTraceDuration({ startNs, endNs, root }: Times, exceptions: readonly { readonly atNs: bigint }[]) {
  const times = [startNs, endNs, ...exceptions.map(({ atNs }) => atNs)]
  const whole = formatDuration(times.reduce(latest) - times.reduce(earliest))
  const ofRoot = formatDuration(root.durationNs)
  return { whole, root: ofRoot === whole ? '' : ofRoot }
}

const earliest = (one: bigint, other: bigint) => (one < other ? one : other)
const latest = (one: bigint, other: bigint) => (one > other ? one : other)
