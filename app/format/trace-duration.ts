import type { Trace } from '../../store/traces/get-trace.ts'
import { formatDuration } from './duration.ts'

type Stretch = Pick<Trace['root'], 'startNs' | 'durationNs'>

/** Formats the duration of a trace's root and, if they differ, from the first start to the last end: `root 120 ms, whole trace 4.20 s`. */
export function formatTraceDuration({ root, spans }: { readonly root: Stretch; readonly spans: readonly Stretch[] }) {
  const starts = [root, ...spans].map(({ startNs }) => startNs)
  const ends = [root, ...spans].map(({ startNs, durationNs }) => startNs + durationNs)
  const whole = formatDuration(ends.reduce(latest) - starts.reduce(earliest))
  const own = formatDuration(root.durationNs)
  return own === whole ? own : `root ${own}, whole trace ${whole}`
}

const earliest = (one: bigint, other: bigint) => (one < other ? one : other)
const latest = (one: bigint, other: bigint) => (one > other ? one : other)
