import { computeApdex } from '../../../store/services/apdex.ts'
import type { ComparedLatency } from '../../../store/services/list-latencies.ts'

/** Title of the column. */
export const APDEX_TITLE =
  'Share of transactions within 500 ms; those within 2 s count half, failed ones do not count. 1 is best.'

/** What counts as failed, as the title of an error rate. */
export const FAILED_TITLE =
  'Failed: the status of the span is an error, the HTTP status 500 or more, the gRPC code one that the server caused, or an answer has GraphQL errors.'

/** The current Apdex, with the previous one in its title. */
export function Apdex({ latency }: { readonly latency: ComparedLatency | undefined }) {
  const now = latency && computeApdex(latency.now)
  const before = latency && computeApdex(latency.before)
  if (now === undefined) return <span className="muted">–</span>
  const isWorse = before !== undefined && now < before - 0.05
  return (
    <span
      className={isWorse ? 'bad' : undefined}
      title={before === undefined ? undefined : `${formatApdex(before)} previously`}
    >
      {formatApdex(now)}
    </span>
  )
}

const formatApdex = (apdex: number) => apdex.toFixed(2)
