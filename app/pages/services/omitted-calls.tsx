import { formatCount } from '../../format/count.ts'

interface OmittedCallsProps {
  readonly listed: number
  /** The number of pairs of a caller and a callee. */
  readonly total: number
  /** True if all traces were read, false if a sample was. */
  readonly isExact: boolean
}

/** Says how many pairs a list of calls leaves out; nothing if it is complete. */
export function OmittedCalls({ listed, total, isExact }: OmittedCallsProps) {
  if (listed >= total) return null
  return ` Shown are ${formatCount(listed)} of ${isExact ? '' : 'at least '}${formatCount(total)} pairs of caller and callee: those with the most calls or failures. The page of a service has its own.`
}
