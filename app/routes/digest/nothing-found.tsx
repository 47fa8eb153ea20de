import { Link } from 'react-router'
import type { DigestRecord } from '../../../store/digests/get-digest-record.ts'
import { countOf } from '../../format/count.ts'
import { InlineMoment } from '../../ui/moment.tsx'
import { tellAbsence } from './tell-absence.ts'

interface NothingFoundProps {
  readonly nowMs: number
  readonly quoted: string
  /** True when a trace id was asked for. */
  readonly isTrace: boolean
  readonly record: DigestRecord | undefined
  /** Of any signal; 0 when there is none. */
  readonly newestStoredNs: bigint
  readonly retentionDays: { readonly exceptions: number; readonly digests: number }
}

/** Nothing to show for a digest or trace id, and which case of nothing it is. */
export function NothingFound({ nowMs, quoted, isTrace, record, newestStoredNs, retentionDays }: NothingFoundProps) {
  const absence = tellAbsence({ nowMs, record, newestStoredNs, retentionDays })
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
          <InlineMoment atNs={absence.expiredNs} nowMs={nowMs} />.
        </p>
      )}
      {absence.kind === 'on-its-way' && (
        <p className="what">
          It is perhaps still on its way:{' '}
          {newestStoredNs === 0n ? (
            'nothing at all has been stored yet.'
          ) : (
            <>
              the newest row of any kind was stored <InlineMoment atNs={newestStoredNs} nowMs={nowMs} />.
            </>
          )}{' '}
          Look again in a few seconds.
        </p>
      )}
      {absence.kind === 'never-seen' && (
        <p className="what">
          This {what} was never seen: rows keep arriving, and none carried it.{' '}
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
            {countOf(record.occurrences, 'time')} in {record.services.join(', ')}
          </dd>
          <dt>First</dt>
          <dd>
            <InlineMoment atNs={record.firstSeenNs} nowMs={nowMs} />
          </dd>
          <dt>Last</dt>
          <dd>
            <InlineMoment atNs={record.lastSeenNs} nowMs={nowMs} />
          </dd>
        </dl>
      )}
      <p className="button-row">
        <Link className="button primary" to="">
          Look again
        </Link>
        <Link className="button" to={`/exceptions?${new URLSearchParams({ last: '14d', q: quoted })}`}>
          Search messages for it
        </Link>
        <Link className="button" to="/status">
          Pipeline
        </Link>
      </p>
    </div>
  )
}
