import { Link } from 'react-router'
import type { Exception } from '../../../store/exceptions/exception.ts'
import type { SessionStep } from '../../../store/sessions/list-session-history.ts'
import { formatDuration } from '../../format/duration.ts'
import { formatTimeOfDay, isoMoment } from '../../format/time.ts'
import { tracePath } from '../../ui/exception-table.tsx'
import { InlineMoment } from '../../ui/moment.tsx'

interface SessionStepsProps {
  /** Newest first. */
  readonly steps: readonly SessionStep[]
  readonly exception: Exception
  /** Unix milliseconds. */
  readonly nowMs: number
  /** When the spans of the exception's trace were deleted, Unix nanoseconds. */
  readonly spansExpiredNs: bigint | undefined
}

/** What the visitor's session did in the hour before an exception. */
export function SessionSteps({ steps, exception, nowMs, spansExpiredNs }: SessionStepsProps) {
  return (
    <section className="section" aria-labelledby="session">
      <h2 id="session">What the same session did before</h2>
      {steps.length === 0 ? (
        <p className="muted">
          {spansExpiredNs === undefined || exception.traceId === '' ? (
            'Nothing is known: no browser of ours took part in this trace, or its spans have not arrived.'
          ) : (
            <>
              Nothing is known any more. <SpansExpired atNs={spansExpiredNs} nowMs={nowMs} />
            </>
          )}
        </p>
      ) : (
        <div className="panel">
          <table className="list">
            <caption className="visually-hidden">
              Steps of the session in the hour before, newest first, at most 50
            </caption>
            <thead>
              <tr>
                <th scope="col" className="when">
                  Before
                </th>
                <th scope="col">Step</th>
                <th scope="col" className="number">
                  Took
                </th>
              </tr>
            </thead>
            <tbody>
              {steps.map(step => (
                <tr
                  key={`${step.kind} ${step.atNs} ${step.spanId} ${step.name}`}
                  className={step.failed ? 'failed' : undefined}
                >
                  <td>
                    <time dateTime={isoMoment(step.atNs)}>
                      {formatDuration(exception.atNs - step.atNs)}
                      <span className="exact-moment">{formatTimeOfDay(step.atNs)}</span>
                    </time>
                  </td>
                  <th scope="row">
                    <Link to={tracePath(step)} className="title">
                      {step.name}
                    </Link>{' '}
                    {step.failed && (
                      <span className="mark bad">{step.kind === 'exception' ? 'exception' : 'failed'}</span>
                    )}
                    {step.message !== '' && <div className="one-line">{step.message}</div>}
                    <div className="under">
                      <span>{step.service}</span>
                      <span>{step.route}</span>
                    </div>
                  </th>
                  <td className="number">{step.kind === 'exception' ? '' : formatDuration(step.durationNs)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** Why there is nothing of an exception's trace: exceptions outlive spans. */
export function SpansExpired({ atNs, nowMs }: { readonly atNs: bigint; readonly nowMs: number }) {
  return (
    <>
      The trace's spans expired on <InlineMoment atNs={atNs} nowMs={nowMs} />.
    </>
  )
}
