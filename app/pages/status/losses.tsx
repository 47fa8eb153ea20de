import type { BrowserLoss } from '../../../store/pipeline/list-browser-losses.ts'
import type { Loss } from '../../../store/pipeline/list-losses.ts'
import type { RefusedRequests } from '../../../store/pipeline/list-refused-requests.ts'
import { formatCount } from '../../format/count.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { adviseSenders, describeRefusedRequests } from './describe-refused-requests.ts'

interface LossTableProps {
  readonly losses: readonly Loss[]
  /** Whole requests, of which nobody knows how much they had. */
  readonly refusedRequests: readonly RefusedRequests[]
  /** 'too much' if counting took too long. */
  readonly browsers: readonly BrowserLoss[] | 'too much'
  /** Says in a sentence how relays answered the posts of browsers; '' for no posts. */
  readonly relayed: string
}

/** A table of losses, one row for each reason; it also has what was refused, which its sender may send again. */
export function LossTable({ losses, refusedRequests, browsers, relayed }: LossTableProps) {
  const rows = [...losses.map(describeLoss), ...(browsers === 'too much' ? [] : browsers.flatMap(describeBrowserLoss))]
  return (
    <>
      {rows.length + refusedRequests.length === 0 && browsers !== 'too much' && (
        <p className="muted">No losses reported.</p>
      )}
      {rows.length > 0 && (
        <div className="panel">
          <DataTable
            className="wraps"
            labelledBy="lost"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ name, beside }) => `${name} ${beside}`}
          />
        </div>
      )}
      {browsers === 'too much' && (
        <p className="pager">
          What browsers dropped is not counted: this range has too much data. Choose a shorter one.
        </p>
      )}
      {refusedRequests.length > 0 && (
        <p className="pager">
          <span>
            <strong className="bad">{describeRefusedRequests(refusedRequests)}</strong> {adviseSenders(refusedRequests)}
          </span>
        </p>
      )}
      {relayed !== '' && <p className="pager">{relayed}</p>}
      <p className="pager">
        Collectors, SDKs and browsers report these losses; Errata’s own telemetry is included. A process that is killed
        cannot report what it had not sent yet.
      </p>
    </>
  )
}

interface LossRow {
  readonly name: string
  readonly beside: string
  /** False if the sender was told, and may have sent it again. */
  readonly isFinal: boolean
  /** `undefined` for a signal that the sender does not count. */
  readonly counts: Readonly<Record<'spans' | 'logs' | 'points', number | undefined>>
}

const COLUMNS: readonly Column<LossRow>[] = [
  {
    name: 'Loss',
    namesRow: true,
    cell: ({ name, beside }) => (
      <>
        {name}
        {beside !== '' && <span className="beside">{beside}</span>}
      </>
    ),
  },
  countColumn('Spans', 'spans', 'col-count'),
  countColumn('Log records', 'logs', 'col-duration'),
  countColumn('Data points', 'points', 'col-duration'),
]

function countColumn(name: string, signal: keyof LossRow['counts'], width: string): Column<LossRow> {
  return {
    name,
    isNumber: true,
    width,
    look: ({ counts, isFinal }) => (counts[signal] ? (isFinal ? 'bad' : undefined) : 'muted'),
    cell: ({ counts: { [signal]: count } }) => (count === undefined ? '–' : formatCount(count)),
  }
}

/** The SDKs' reasons: otel/SIGNALS.md. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['queue_full', 'queue full'],
  ['export_failed', 'rejected by the server'],
  ['before_send_failed', 'beforeSend failed'],
  ['rejected', 'rejected by the server'],
  ['retries_exhausted', 'retries exhausted'],
  ['failed', 'encoding failed'],
  ['page_gone', 'page closed'],
])

const formatReason = (reason: string) => REASONS.get(reason) ?? reason

function describeLoss({ kind, detail, ...counts }: Loss): LossRow {
  switch (kind) {
    case 'given-up':
      return { name: 'Given up after all retries', beside: describeExporter(detail), isFinal: true, counts }
    case 'refused':
      return { name: 'Refused by Collector', beside: 'senders may retry', isFinal: false, counts }
    case 'unstorable':
      return { name: 'Dropped, empty or no ID', beside: '', isFinal: false, counts }
    case 'sdk':
      return {
        name: 'Dropped by server SDK',
        beside: formatReason(detail),
        isFinal: true,
        counts: { ...counts, points: undefined },
      }
  }
}

/** The exporter of all telemetry needs no name. */
function describeExporter(exporter: string): string {
  if (exporter === 'clickhouse') return ''
  return exporter.endsWith('/noise') ? 'drop counts' : exporter
}

function describeBrowserLoss({ reason, spans, logs, others }: BrowserLoss): LossRow[] {
  const row = { name: 'Dropped by browser', beside: formatReason(reason), isFinal: true }
  return [
    ...(spans + logs > 0 ? [{ ...row, counts: { spans, logs, points: undefined } }] : []),
    ...(others > 0
      ? [
          {
            ...row,
            beside: `${row.beside}; spans or log records`,
            counts: { spans: undefined, logs: others, points: undefined },
          },
        ]
      : []),
  ]
}
