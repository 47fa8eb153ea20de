import type { ReleaseOperationLatency } from '../../../store/releases/list-release-latencies.ts'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../insights/thresholds.ts'
import { writeChange, writeShares } from '../../insights/write-change.ts'
import {
  ALL_OPERATIONS,
  compareLatency,
  groupByOperation,
  type ReleaseOperation,
} from '../../parts/release-comparison/order-regressions.ts'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'

interface ReleaseLatencyProps {
  /** All operations of each service. */
  readonly services: readonly ReleaseOperation[]
  /** The operations that got worse come first. */
  readonly latencies: readonly ReleaseOperation[]
  /** The release is compared with this one. */
  readonly baseline: string
}

/** More operations than so many without a clear change would hide the others. */
const MAX_UNCLEAR = 3

/** Latency at the 95th percentile and failures by operation, compared with an earlier release; all services of a operation together. */
export function ReleaseLatency({ services, latencies, baseline }: ReleaseLatencyProps) {
  const { clear, unclear } = groupByOperation(latencies)
  const isFolded = unclear.length > MAX_UNCLEAR
  const grouped = (isFolded ? clear : [...clear, ...unclear]).flat()
  if (latencies.length === 0) return null
  return (
    <section className="section" aria-labelledby="latency">
      <h2 id="latency">Latency and failures by operation</h2>
      <div className="panel">
        <OperationTable operations={[...services, ...grouped]} baseline={baseline} />
        {isFolded && (
          <details className="padded">
            <summary>{pluralize(unclear.length, 'operation')} without clear change</summary>
            <OperationTable operations={unclear.flat()} baseline={baseline} />
          </details>
        )}
      </div>
    </section>
  )
}

interface OperationTableProps {
  readonly operations: readonly ReleaseOperation[]
  readonly baseline: string
}

function OperationTable({ operations, baseline }: OperationTableProps) {
  return (
    <DataTable
      className="fit"
      columns={columnsOf(baseline)}
      rows={operations}
      keyOf={({ service, operation }) => `${service} ${operation}`}
    />
  )
}

const columnsOf = (baseline: string): readonly Column<ReleaseOperation>[] => [
  {
    name: 'Operation',
    namesRow: true,
    title: describeSamples,
    cell: ({ operation, service }) => (
      <>
        <span className={operation === ALL_OPERATIONS ? undefined : 'mono'}>{operation || 'no operation'}</span>
        <div className="narrow-only small">
          <ServiceName name={service} />
        </div>
      </>
    ),
  },
  { name: 'Service', shown: 'wide', width: 'col-wide', cell: ({ service }) => <ServiceName name={service} /> },
  {
    name: 'Transactions',
    isNumber: true,
    shown: 'wide',
    width: 'col-count',
    look: 'muted',
    cell: ({ samplesBefore, samples, thinnedBy }) => (
      <>
        {formatAmount(samplesBefore * thinnedBy)} → {formatAmount(samples * thinnedBy)}
      </>
    ),
  },
  {
    name: 'p95',
    isNumber: true,
    width: 'col-duration',
    cell: latency => (
      <>
        {formatLatency(latency.now)}
        {latency.before !== undefined && (
          <p className="narrow-only">
            <span className="muted small">
              {baseline}: {formatLatency(latency.before)}
            </span>
          </p>
        )}
        <p className="narrow-only">
          <LatencyChange latency={latency} />
        </p>
      </>
    ),
  },
  {
    name: 'Previous p95',
    head: `In ${baseline}`,
    isNumber: true,
    shown: 'wide',
    width: 'col-duration',
    look: 'muted',
    cell: ({ before }) => formatLatency(before),
  },
  {
    name: 'Change',
    isNumber: true,
    shown: 'wide',
    width: 'col-when',
    cell: latency => <LatencyChange latency={latency} />,
  },
  {
    name: 'Error rate',
    isNumber: true,
    width: 'col-when',
    cell: latency => latency.operation !== ALL_OPERATIONS && failedOf(latency),
  },
]

const LatencyChange = ({ latency }: { readonly latency: ReleaseOperation }) => (
  <span className={latency.isSlower ? 'bad' : 'muted'}>{describeLatencyChange(latency)}</span>
)

function failedOf({ failed, samples, errors }: ReleaseOperation) {
  if (samples < MIN_COUNT_FOR_PERCENTAGE) return <span className="muted">{`${failed} of ${samples}`}</span>
  if (errors.direction !== undefined) {
    return <span className={errors.direction === 'more' ? 'bad' : undefined}>{writeShares(errors)}</span>
  }
  return formatShare(failed, samples)
}

/** The number of measurements that a percentile is of. */
export function describeSamples({ samples, samplesBefore, thinnedBy }: ReleaseOperationLatency): string {
  const thinned = thinnedBy > 1 ? `, sampled 1:${thinnedBy}` : ''
  return `${pluralize(samples, 'sample')}, ${samplesBefore} before${thinned}`
}

/** The change of a percentile; a dash if it is of too few measurements. */
export function describeLatencyChange(of: ReleaseOperationLatency): string {
  const change = compareLatency(of)
  if (change === undefined) return 'new'
  return change.isClear === undefined ? '–' : writeChange(change)
}

const formatLatency = (ns: number | undefined) => (ns === undefined ? '' : formatDuration(BigInt(Math.round(ns))))
