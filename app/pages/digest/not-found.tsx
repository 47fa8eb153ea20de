import { Link } from 'react-router'
import type { DigestRecord } from '../../../store/digests/get-digest-record.ts'
import type { FoundDrop } from '../../../store/noise/find-drop.ts'
import { pluralize } from '../../format/count.ts'
import { formatDropRule } from '../../format/drop-rule.ts'
import { findNotFoundReason, type StalestSignal } from '../../parts/event/find-not-found-reason.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { Timestamp } from '../../ui/times/timestamp.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'
import { logsPath } from '../../url/log-filters.ts'

interface NotFoundProps {
  readonly nowMs: number
  readonly quoted: string
  /** True if a trace id was requested. */
  readonly isTrace: boolean
  readonly record: DigestRecord | undefined
  readonly stalest: StalestSignal
  readonly drop: FoundDrop | undefined
  readonly retentionDays: { readonly exceptions: number; readonly digests: number }
}

/** Why there is nothing for a digest or trace id. */
export function NotFound({ nowMs, quoted, isTrace, record, stalest, drop, retentionDays }: NotFoundProps) {
  const absence = findNotFoundReason({ nowMs, record, stalest, drop, retentionDays })
  const what = isTrace ? 'trace ID' : 'digest'
  return (
    <div className="error-screen panel">
      <title>{`${quoted.slice(0, 12)} · Not found · Errata`}</title>
      <h1 className="break">
        No match for <code>{quoted}</code>
      </h1>
      {absence.kind === 'expired' && (
        <p className="what">
          Events with this digest have expired. They are kept for {retentionDays.exceptions} days; the latest expired{' '}
          <Timestamp atNs={absence.expiredNs} nowMs={nowMs} />.
        </p>
      )}
      {absence.kind === 'dropped' && (
        <p className="what">
          {absence.sender === 'browser' ? 'What a browser sent' : 'Telemetry'} with this {what} was dropped by{' '}
          {formatDropRule(absence.rule)}: <Timestamp atNs={absence.atNs} nowMs={nowMs} />.
        </p>
      )}
      {absence.kind === 'on-its-way' && (
        <p className="what">
          It may still be in transit:{' '}
          {stalest.newestStoredNs === 0n ? (
            `no ${SIGNAL_NOUNS[stalest.signal]} has been stored yet.`
          ) : (
            <>
              the latest {SIGNAL_NOUNS[stalest.signal]} was stored{' '}
              <Timestamp atNs={stalest.newestStoredNs} nowMs={nowMs} />.
            </>
          )}{' '}
          Retry in a few seconds.
        </p>
      )}
      {absence.kind === 'never-seen' && (
        <p className="what">
          {isTrace
            ? 'No stored span, log record or exception has this trace ID.'
            : `No digest of the last ${retentionDays.digests} days and no exception of the last ${retentionDays.exceptions} days matches.`}{' '}
          Just happened? Retry in a few seconds.
        </p>
      )}
      {record !== undefined && (
        <dl className="facts">
          <dt>Error</dt>
          <dd>
            {record.type} at {record.route} {record.release !== '' && `(release ${record.release})`}
          </dd>
          <dt>Events</dt>
          <dd>
            {pluralize(record.occurrences, 'time')} in {record.services.join(', ')}
          </dd>
          <dt>First seen</dt>
          <dd>
            <Timestamp atNs={record.firstSeenNs} nowMs={nowMs} />
          </dd>
          <dt>Last seen</dt>
          <dd>
            <Timestamp atNs={record.lastSeenNs} nowMs={nowMs} />
          </dd>
        </dl>
      )}
      <p className="button-row">
        <Link className="button primary" to="">
          Retry
        </Link>
        <ScopedLink className="button" to={exceptionsPath({ last: '14d', search: quoted })}>
          Search exceptions
        </ScopedLink>
        <ScopedLink className="button" to={logsPath({ last: '14d', search: quoted })}>
          Search logs
        </ScopedLink>
        <ScopedLink className="button" to="/status">
          Pipeline
        </ScopedLink>
      </p>
    </div>
  )
}

const SIGNAL_NOUNS = { logs: 'log record', spans: 'span' } as const
