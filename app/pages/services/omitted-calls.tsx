import { formatCount } from '../../format/count.ts'

interface OmittedCallsProps {
  readonly listed: number
  /** Of callers and callees. */
  readonly total: number
  /** Whether all traces were read. */
  readonly isExact: boolean
}

/** What a list of calls leaves out, if it does. */
export function OmittedCalls({ listed, total, isExact }: OmittedCallsProps) {
  if (listed >= total) return null
  return ` Shown are ${formatCount(listed)} of ${isExact ? '' : 'at least '}${formatCount(total)} pairs of caller and callee: those with the most calls or failures. The page of a service has its own.`
}
