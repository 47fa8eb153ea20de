import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AffectedSessions } from '../../../store/sessions/count-affected-sessions.ts'
import { formatAmount } from '../../format/amount.ts'
import { type Change, compareCounts } from '../../insights/change.ts'
import { compareErrorRates } from '../../insights/error-rates.ts'
import { hasComparableTraffic } from '../../parts/request-summary/compared-count.ts'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { ErrorShare } from '../../ui/numbers/share.tsx'
import { RelativeChange } from '../../ui/numbers/trend.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'
import { issuesPath } from '../../url/issue-filters.ts'
import type { Scope } from '../../url/scope.ts'
import { requestsPath, tracesPath } from '../../url/trace-filters.ts'
import type { PresentedOverview } from './present-overview.server.ts'

interface HeadlineProps {
  readonly summary: PresentedOverview
  readonly sessions: QueryResult<AffectedSessions> | Promise<QueryResult<AffectedSessions>>
  readonly scope: Scope
}

/** Four numbers compared with the previous period, each a link to what it counts. */
export function HeadlineFigures({ summary, sessions, scope }: HeadlineProps) {
  const { requests, failed, exceptions, perMinute } = summary
  const canImprove = hasComparableTraffic(requests)
  return (
    <dl className="headline panel">
      <Figure
        name="Error rate"
        to={tracesPath({ ...scope, itsFailed: true })}
        change={compareErrorRates({ failed, requests })}
        worse="more"
        asRatio
        canImprove={canImprove}
      >
        <ErrorShare errors={failed.now} total={requests.now} />
      </Figure>
      <Figure
        name="Exceptions"
        to={exceptionsPath(scope)}
        change={compareCounts(exceptions)}
        worse="more"
        canImprove={canImprove}
      >
        {formatAmount(exceptions.now)}
      </Figure>
      <DeferredSection result={sessions} name="Affected sessions" holds="text">
        {hit => (
          <Figure
            name="Affected sessions"
            to={issuesPath({ ...scope, tab: 'all', sort: 'sessions' })}
            change={compareCounts(hit)}
            worse="more"
            canImprove={canImprove}
          >
            {formatAmount(hit.now)}
          </Figure>
        )}
      </DeferredSection>
      <Figure name="Transactions/min" to={requestsPath(scope)} change={compareCounts(requests)}>
        {formatAmount(perMinute)}
      </Figure>
    </dl>
  )
}

interface FigureProps {
  readonly name: string
  readonly to: string
  readonly change: Change
  /** As for {@link RelativeChange}. */
  readonly worse?: 'more'
  readonly canImprove?: boolean
  readonly asRatio?: boolean
  readonly children: ReactNode
}

function Figure({ name, to, children, ...change }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Link to={to}>{children}</Link> <RelativeChange {...change} />
      </dd>
    </div>
  )
}
