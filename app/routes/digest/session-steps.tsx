import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { EarlierStep } from '../../../store/sessions/list-session-history.ts'
import { formatDuration } from '../../format/duration.ts'
import { formatTimeOfDay, isoMoment } from '../../format/time.ts'
import { InlineMoment } from '../../ui/moment.tsx'
import { ScopedLink } from '../../ui/scoped-link.tsx'
import { ServiceName } from '../../ui/service-name.tsx'
import { tracePath } from '../../url/trace-view.ts'
import { sessionPath } from '../../url/visit-address.ts'

interface SessionStepsProps {
  /** Newest first. */
  readonly steps: readonly EarlierStep[]
  readonly exception: Pick<ExceptionSummary, 'atNs' | 'traceId'>
  /** Unix milliseconds. */
  readonly nowMs: number
  /** When the spans of the exception's trace were deleted, Unix nanoseconds. */
  readonly spansExpiredNs: bigint | undefined
}

/** What the visitor's session did in the hour before an exception. */
export function SessionSteps({ steps, exception, nowMs, spansExpiredNs }: SessionStepsProps) {
  return (
    <section className="section" aria-labelledby="session">
      <div className="page-head">
        <h2 id="session">What the same session did before</h2>
        {steps[0] !== undefined && <ScopedLink to={sessionPath(steps[0].sessionId)}>The whole session</ScopedLink>}
      </div>
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
                <th scope="col" className="number col-when">
                  Before
                </th>
                <th scope="col">Step</th>
                <th scope="col" className="wide-only col-route">
                  Route
                </th>
                <th scope="col" className="wide-only col-services">
                  Service
                </th>
                <th scope="col" className="number col-duration">
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
                  <td className="number">
                    <time dateTime={isoMoment(step.atNs)} title={`${formatTimeOfDay(step.atNs)} UTC`}>
                      {formatDuration(exception.atNs - step.atNs)}
                    </time>
                  </td>
                  <th scope="row">
                    <div className="lead">
                      <ScopedLink to={tracePath(step)} className="row-link" data-row="">
                        {step.message || step.name}
                      </ScopedLink>{' '}
                      {step.failed && (
                        <span className="mark bad">{step.kind === 'exception' ? 'exception' : 'failed'}</span>
                      )}
                    </div>
                  </th>
                  <td className="wide-only mono">{step.route}</td>
                  <td className="wide-only">
                    <ServiceName name={step.service} />
                  </td>
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
