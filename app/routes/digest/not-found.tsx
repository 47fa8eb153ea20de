import { Link } from 'react-router'
import type { DigestRecord } from '../../../store/digests/get-digest-record.ts'
import type { FoundDrop } from '../../../store/noise/find-drop.ts'
import { pluralize } from '../../format/count.ts'
import { formatDropRule } from '../../format/drop-rule.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { Timestamp } from '../../ui/elements/timestamp.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'
import { describeAbsence, type Stalest } from '../event/describe-absence.ts'

interface NotFoundProps {
  readonly nowMs: number
  readonly quoted: string
  /** True when a trace id was asked for. */
  readonly isTrace: boolean
  readonly record: DigestRecord | undefined
  readonly stalest: Stalest
  readonly drop: FoundDrop | undefined
  readonly retentionDays: { readonly exceptions: number; readonly digests: number }
}

/** Nothing to show for a digest or trace id, and which case of nothing it is. */
export function NotFound({ nowMs, quoted, isTrace, record, stalest, drop, retentionDays }: NotFoundProps) {
  const absence = describeAbsence({ nowMs, record, stalest, drop, retentionDays })
  const what = isTrace ? 'trace id' : 'digest'
  return (
    <div className="error-screen panel">
      <title>{`${quoted.slice(0, 12)} · Nothing found · Errata`}</title>
      <h1 className="break">
        Nothing found for <code>{quoted}</code>
      </h1>
      {absence.kind === 'expired' && (
        <p className="what">
          The records of this digest have expired: they are kept for {retentionDays.exceptions} days, the newest until{' '}
          <Timestamp atNs={absence.expiredNs} nowMs={nowMs} />.
        </p>
      )}
      {absence.kind === 'dropped' && (
        <p className="what">
          What came with this {what} was dropped by {formatDropRule(absence.rule)}:{' '}
          <Timestamp atNs={absence.atNs} nowMs={nowMs} />.
        </p>
      )}
      {absence.kind === 'on-its-way' && (
        <p className="what">
          It is perhaps still on its way:{' '}
          {stalest.newestStoredNs === 0n ? (
            `no ${ONE[stalest.signal]} has been stored yet.`
          ) : (
            <>
              the newest {ONE[stalest.signal]} was stored <Timestamp atNs={stalest.newestStoredNs} nowMs={nowMs} />.
            </>
          )}{' '}
          Look again in a few seconds.
        </p>
      )}
      {absence.kind === 'never-seen' && (
        <p className="what">
          This {what} was never seen: log records and spans keep arriving, and none carried it.{' '}
          {isTrace ? 'Or its records have expired.' : `Digests are remembered for ${retentionDays.digests} days.`}
        </p>
      )}
      {record !== undefined && (
        <dl className="facts">
          <dt>Was</dt>
          <dd>
            {record.type} at {record.route} {record.release !== '' && `(release ${record.release})`}
          </dd>
          <dt>Seen</dt>
          <dd>
            {pluralize(record.occurrences, 'time')} in {record.services.join(', ')}
          </dd>
          <dt>First</dt>
          <dd>
            <Timestamp atNs={record.firstSeenNs} nowMs={nowMs} />
          </dd>
          <dt>Last</dt>
          <dd>
            <Timestamp atNs={record.lastSeenNs} nowMs={nowMs} />
          </dd>
        </dl>
      )}
      <p className="button-row">
        <Link className="button primary" to="">
          Look again
        </Link>
        <ScopedLink className="button" to={exceptionsPath({ last: '14d', text: quoted })}>
          Search messages for it
        </ScopedLink>
        <ScopedLink className="button" to="/status">
          Pipeline
        </ScopedLink>
      </p>
    </div>
  )
}

const ONE = { logs: 'log record', spans: 'span' } as const
