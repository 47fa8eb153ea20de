import type { IngestAccounting } from '../../../store/accounting/get-ingest-accounting.ts'
import type { SignalReconciliation } from '../../../store/accounting/reconcile.ts'
import { formatBytes } from '../../format/bytes.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatTimeOfDay } from '../../format/time.ts'
import { RecordsCreatedByBrowsers, RecordsCreatedByServers } from './accounting-by-service.tsx'
import type { ShownAccounting } from './describe-accounting.server.ts'
import { describeRelayedRecords } from './describe-relayed.ts'
import { inTransitOf } from './describe-unaccounted.ts'

/** What became of everything acknowledged, and what was lost before, as far as reported. */
export function AccountingTable({ accounting }: { readonly accounting: ShownAccounting }) {
  if (accounting === undefined) return <p className="muted">No complete hour in this range yet.</p>
  if (accounting === 'too much') {
    return <p className="muted">The last hour of this range has too much data to count on page load.</p>
  }
  const { range, spans, logs, points, seeded, outcome, hasLosses, unaccounted } = accounting
  const each = (count: (of: SignalReconciliation) => number): Items => ({
    spans: count(spans),
    logs: count(logs),
    points: count(points),
  })
  return (
    <>
      <p className={hasLosses ? 'bad' : ''}>{outcome}</p>
      <div className="panel">
        <table className="list wraps">
          <AccountingHead />
          <tbody>
            <AccountingRow name={ACKNOWLEDGED_LABEL} {...each(of => of.acknowledged)} />
            <AccountingRow name="Stored" sign="=" {...each(of => of.stored)} />
            <AccountingRow name="Dropped by rule" sign="+" {...each(of => of.removed + of.removedElsewhere)} />
            <AccountingRow name="Dropped, empty or no ID" sign="+" {...each(of => of.unfit)} isOptional />
            <AccountingRow
              name="Queued"
              sign="+"
              beside={formatQueuedBytes([spans, logs, points])}
              {...each(of => of.waiting)}
            />
            <AccountingRow name="Failed after retries" sign="+" {...each(of => of.givenUp)} isBad />
            <AccountingRow name="Duplicates" beside="counted once" sign="+" {...each(of => of.again)} isOptional />
            <AccountingRow
              name="In transit at the start"
              beside="acknowledged before the count"
              sign="−"
              {...each(of => Math.max(0, -inTransitOf(of)))}
              isOptional
            />
            <AccountingRow
              name="In transit at the end"
              beside="stored after the count"
              sign="+"
              {...each(of => Math.max(0, inTransitOf(of)))}
              isOptional
            />
            <AccountingRow name="Unaccounted for" {...each(of => of.unaccounted - inTransitOf(of))} isBad />
          </tbody>
        </table>
      </div>
      <p className="pager">
        Received {formatTimeOfDay(range.from).slice(0, 8)} to {formatTimeOfDay(range.to).slice(0, 8)} UTC, with Errata’s
        own telemetry; charts and drops cover the whole range. What is sent again is acknowledged again, and stored
        once.
      </p>
      {!isNothing(seeded) && (
        <p className="pager">
          <span>
            In addition, <code>npm run seed -- --direct</code> wrote {pluralize(seeded.spans, 'span')},{' '}
            {pluralize(seeded.logs, 'log record')} and {pluralize(seeded.points, 'data point')} directly into the
            tables, bypassing the Collectors.
          </span>
        </p>
      )}
      {unaccounted.map(sentence => (
        <p key={sentence} className="pager">
          {sentence}
        </p>
      ))}
      <LossesBeforeAcknowledgement accounting={accounting} />
    </>
  )
}

/** The longest word of the table may be hyphenated on narrow screens. */
const ACKNOWLEDGED_LABEL = 'Acknowl\u00adedged'

function AccountingHead() {
  return (
    <thead>
      <tr>
        <th scope="col">Outcome</th>
        <th scope="col" className="number col-count">
          Spans
        </th>
        <th scope="col" className="number col-duration">
          Log records
        </th>
        <th scope="col" className="number col-duration">
          Data points
        </th>
      </tr>
    </thead>
  )
}

interface AccountingRowProps {
  readonly name: string
  readonly spans: number
  readonly logs: number
  readonly points: number
  readonly beside?: string
  readonly sign?: '=' | '+' | '−'
  /** Omitted if all are 0. */
  readonly isOptional?: boolean
  readonly isBad?: boolean
}

function AccountingRow({ name, beside = '', sign, isOptional = false, isBad = false, ...items }: AccountingRowProps) {
  const { spans, logs, points } = items
  if (isOptional && isNothing(items)) return null
  return (
    <tr>
      <th scope="row">
        {sign !== undefined && <span className="muted">{sign} </span>}
        {name}
        {beside !== '' && <span className="beside">{beside}</span>}
      </th>
      {Object.entries({ spans, logs, points }).map(([signal, items]) => (
        <td key={signal} className={`number${items > 0 && isBad ? ' bad' : items === 0 ? ' muted' : ''}`}>
          {formatCount(items).replace('-', '−')}
        </td>
      ))}
    </tr>
  )
}

type Items = Pick<AccountingRowProps, 'spans' | 'logs' | 'points'>

const isNothing = ({ spans, logs, points }: Items) => spans === 0 && logs === 0 && points === 0

function formatQueuedBytes(signals: readonly SignalReconciliation[]): string {
  const bytes = signals.reduce((sum, { waitingBytes }) => sum + waitingBytes, 0)
  if (bytes === 0) return ''
  return `${signals.some(({ waiting }) => waiting > 0) ? 'at most; ' : ''}${formatBytes(bytes)} now`
}

/** Labels of the SDKs' reasons for losses before acknowledgement: otel/SIGNALS.md. */
const LOSS_REASONS: ReadonlyMap<string, string> = new Map([
  ['queue_full', 'queue full'],
  ['export_failed', 'rejected by the server'],
  ['before_send_failed', 'beforeSend failed'],
  ['rejected', 'rejected by the server'],
  ['retries_exhausted', 'retries exhausted'],
  ['failed', 'encoding failed'],
  ['page_gone', 'page closed'],
])

function LossesBeforeAcknowledgement({
  accounting: { spans, logs, points, before },
}: {
  readonly accounting: IngestAccounting
}) {
  const { servers, browsers, created, createdByBrowsers, relayed, refused } = before
  const inBrowsers = browsers.reduce((sum, { items }) => sum + items, 0)
  const told = servers.reduce((sum, { items }) => sum + items, inBrowsers)
  const reasons = [...new Set(servers.map(({ reason }) => reason))]
  const of = (signal: 'spans' | 'logs', reason: string) =>
    servers.find(loss => loss.signal === signal && loss.reason === reason)?.items ?? 0
  return (
    <details className="section">
      <summary>
        Before acknowledgement:{' '}
        {told === 0
          ? 'SDKs report no losses'
          : `SDKs dropped ${formatCount(told)} of about ${formatCount(spans.acknowledged + logs.acknowledged + told)} records`}
      </summary>
      <div className="panel">
        <table className="list wraps">
          <AccountingHead />
          <tbody>
            <AccountingRow
              name={ACKNOWLEDGED_LABEL}
              spans={spans.acknowledged}
              logs={logs.acknowledged}
              points={points.acknowledged}
            />
            {reasons.map(reason => (
              <AccountingRow
                key={reason}
                sign="+"
                name={`Dropped by server SDK: ${LOSS_REASONS.get(reason) ?? reason}`}
                spans={of('spans', reason)}
                logs={of('logs', reason)}
                points={0}
                isBad
              />
            ))}
            <AccountingRow name="Refused by Collector" beside="senders may retry" {...refused} />
          </tbody>
        </table>
      </div>
      <p className="pager">A process that is killed cannot report what it had not sent yet.</p>
      {created.length > 0 && <RecordsCreatedByServers created={created} />}
      {createdByBrowsers.length > 0 && <RecordsCreatedByBrowsers created={createdByBrowsers} />}
      {relayed.length > 0 && <p className="pager">{describeRelayedRecords(relayed)}</p>}
      {browsers.length > 0 && (
        <p className="pager">
          Dropped by browsers (spans and log records):{' '}
          {browsers
            .map(({ reason, items }) => `${formatCount(items)}, ${LOSS_REASONS.get(reason) ?? reason}`)
            .join('; ')}
          .
        </p>
      )}
    </details>
  )
}
