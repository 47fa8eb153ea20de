import { Fragment } from 'react'
import { Link } from 'react-router'
import { formatAmount } from '../../format/amount.ts'
import { STATUS_COLOURS } from '../../format/issue-state.ts'
import { formatIssueTitle, type IssueTitle, shortMessage, shortType } from '../../format/issue-title.ts'
import { compareCounts } from '../../insights/change.ts'
import type { SubmittedFields } from '../../parts/issue-actions/run-action.server.ts'
import type { SparklineModel } from '../../ui/charts/layout-sparkline.server.ts'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { RelativeChange } from '../../ui/numbers/trend.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { type IssueFilters, issuePath, issuesPath } from '../../url/issue-filters.ts'
import { Affected, type AffectedCounts, AffectedUsers } from './affected-columns.tsx'
import { distinguishEqualTitles } from './distinguish-rows.ts'

/** A row of the list. */
export interface IssueRow {
  readonly issue: string
  readonly title: IssueTitle
  readonly culprit: string
  /** Without its package and file; '' if unknown. */
  readonly function: string
  readonly route: string
  readonly service: string
  /** '' for an unresolved issue that is neither new nor regressed: it may be escalating. */
  readonly mark: string
  readonly stateText: string
  /** From when on an issue that stopped has no events; '' for one that goes on. */
  readonly quietText: string
  readonly isAcknowledged: boolean
  readonly owner: string
  readonly events: number
  readonly sessions: number
  readonly users: number
  readonly firstSeenNs: bigint
  readonly lastSeenNs: bigint
  readonly firstRelease: string
  readonly lastRelease: string
}

/** Events of a row over time. */
export interface IssueTrend {
  readonly line: SparklineModel
  /** The most events of a bucket. */
  readonly peak: number
  readonly text: string
  /** Says that an issue is escalating, shown if it has no other mark; '' if it is not. */
  readonly escalation: string
}

type Trends = QueryResult<ReadonlyMap<string, IssueTrend>>
type Stops = QueryResult<ReadonlyMap<string, string>>
type EventCounts = QueryResult<ReadonlyMap<string, number>> | undefined

interface IssueTableProps {
  readonly issues: readonly IssueRow[]
  readonly trends: Trends | Promise<Trends> | undefined
  /** The counts of issues whose exceptions name no user or no session. */
  readonly affected: AffectedCounts | Promise<AffectedCounts> | undefined
  /** Events in the previous period. */
  readonly before: EventCounts | Promise<EventCounts>
  /** The release since which an issue is not seen any more. */
  readonly stops: Stops | Promise<Stops> | undefined
  readonly nowMs: number
  readonly filters: IssueFilters
  /** The fields of a rejected form, whose selection is kept. */
  readonly sent: SubmittedFields | undefined
}

/** A table of issues with a checkbox each. Column headers are links that sort. */
export function IssueTable({ issues, trends, affected, before, stops, nowMs, filters, sent = [] }: IssueTableProps) {
  const chosen = new Set(sent.flatMap(([name, value]) => (name === 'issue' ? [value] : [])))
  const apart = distinguishEqualTitles(issues)
  const hasOwners = issues.some(({ owner, isAcknowledged }) => owner !== '' || isAcknowledged)
  return (
    <div className="panel">
      <table className="list issues">
        <caption className="visually-hidden">Issues with exceptions {describeTimeRange(filters)}</caption>
        <thead>
          <tr>
            <th scope="col" className="col-choose">
              <span className="visually-hidden">Select</span>
            </th>
            <th scope="col">Issue</th>
            <th scope="col" className="wide-only col-culprit">
              Function, service
            </th>
            <th scope="col" className="col-line">
              Trend<span className="wide-only">, peak</span>
            </th>
            <SortedHeader by="events" filters={filters}>
              Events
            </SortedHeader>
            <SortedHeader by="sessions" filters={filters} shownIf="wide-only">
              Sessions
            </SortedHeader>
            <SortedHeader by="users" filters={filters} shownIf="roomy-only">
              Users
            </SortedHeader>
            <SortedHeader by="first" filters={filters} shownIf="roomy-only">
              First seen
            </SortedHeader>
            <SortedHeader by="last" filters={filters} shownIf="wide-only">
              Last seen
            </SortedHeader>
            <th scope="col" className="roomy-only col-release">
              Release
            </th>
            {hasOwners && (
              <th scope="col" className="wide-only col-owner">
                Owner
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {issues.map(row => (
            <tr key={row.issue}>
              <td className="choose">
                <input
                  type="checkbox"
                  name="issue"
                  value={row.issue}
                  aria-label={`Select ${formatIssueTitle(row.title)}`}
                  defaultChecked={chosen.has(row.issue)}
                />
              </td>
              <th scope="row">
                <span className="lead">
                  {row.mark === '' ? (
                    <DeferredValue result={trends} fallback={false}>
                      {answer => <Mark name="escalating" text={answer.get(row.issue)?.escalation ?? ''} />}
                    </DeferredValue>
                  ) : (
                    <Mark name={row.mark} text={row.stateText} />
                  )}{' '}
                  <Mark name="stopped" text={row.quietText} />{' '}
                  <ScopedLink
                    to={issuePath(row.issue)}
                    className="row-link clamped"
                    data-row=""
                    title={formatIssueTitle(row.title)}
                  >
                    <b>{breakable(shortType(row.title.type))}</b> {shortMessage(row.title.message)}
                  </ScopedLink>
                  {apart.has(row.issue) && <span className="muted small apart">{apart.get(row.issue)}</span>}
                </span>
                <p className="under narrow-only">
                  {row.service !== '' && <ServiceName name={row.service} />}
                  <span>
                    <LatestRelease stops={stops} row={row} />
                  </span>
                  <span>
                    <RelativeTime atNs={row.lastSeenNs} nowMs={nowMs} />
                  </span>
                  <Change before={before} row={row} />
                  <AffectedUsers affected={affected} row={row} />
                  {row.owner !== '' && <span>{row.owner}</span>}
                </p>
              </th>
              <td className="wide-only muted culprit" title={row.culprit}>
                {row.function !== '' && (
                  <>
                    <span className="mono nowrap">{row.function}</span>
                    <br />
                  </>
                )}
                <span className="nowrap">
                  {row.service !== '' && <ServiceName name={row.service} />} {row.route}
                </span>
              </td>
              <td>
                <DeferredValue result={trends} fallback={<Sparkline model={NO_LINE} />}>
                  {answer => <Trend trend={answer.get(row.issue)} />}
                </DeferredValue>
              </td>
              <td className="number">
                <span className="wide-only">
                  <Change before={before} row={row} />
                </span>
                {formatAmount(row.events)}
              </td>
              <td className="wide-only number">
                <Affected affected={affected} row={row} what="sessions" />
              </td>
              <td className="roomy-only number">
                <Affected affected={affected} row={row} what="users" />
              </td>
              <td className="roomy-only number muted" title={row.firstRelease}>
                <RelativeTime atNs={row.firstSeenNs} nowMs={nowMs} />
              </td>
              <td className="wide-only number muted" title={row.lastRelease}>
                <RelativeTime atNs={row.lastSeenNs} nowMs={nowMs} />
              </td>
              <td className="roomy-only muted" title={row.lastRelease}>
                <LatestRelease stops={stops} row={row} />
              </td>
              {hasOwners && (
                <td className="wide-only muted">{row.owner || (row.isAcknowledged ? 'acknowledged' : '')}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const NO_LINE: SparklineModel = { d: '', width: 1, height: 1 }

function Trend({ trend }: { readonly trend: IssueTrend | undefined }) {
  return (
    trend !== undefined && (
      <span title={trend.text}>
        <Sparkline model={trend.line} bad /> <span className="muted small wide-only">{formatAmount(trend.peak)}</span>
      </span>
    )
  )
}

/** @param props.text Why: without it there is no mark */
function Mark({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    text !== '' && (
      <span className={`mark ${STATUS_COLOURS[name] ?? ''}`} title={text}>
        {name}
      </span>
    )
  )
}

/** The change of events against the previous period; nothing until it is known, if it is not clear, and of new issues, which are marked. */
function Change({ before, row }: { readonly before: IssueTableProps['before']; readonly row: IssueRow }) {
  return (
    <DeferredValue result={before} fallback="">
      {answer => {
        const eventsBefore = answer.get(row.issue) ?? 0
        const change = compareCounts({ now: row.events, before: eventsBefore })
        return (
          change.isClear &&
          (eventsBefore > 0 || row.mark !== 'new') && (
            <>
              <RelativeChange change={change} worse="more" />{' '}
            </>
          )
        )
      }}
    </DeferredValue>
  )
}

/** The latest release with the issue, and the one with which it stopped. */
function LatestRelease({ stops, row }: { readonly stops: IssueTableProps['stops']; readonly row: IssueRow }) {
  return (
    <DeferredValue result={stops} fallback={row.lastRelease}>
      {answer =>
        answer.has(row.issue) ? (
          <span title={`Last seen in ${row.lastRelease}, not seen in ${answer.get(row.issue)}`}>
            {row.lastRelease}, not {answer.get(row.issue)}
          </span>
        ) : (
          row.lastRelease
        )
      }
    </DeferredValue>
  )
}

/** A name that is broken between its words on a narrow screen: `PaymentDeclined` and `Exception`. */
const breakable = (name: string) =>
  [...name.matchAll(/.+?[a-z](?=[A-Z])|.+/gs)].map(({ 0: word, index }) => (
    <Fragment key={index}>
      {index > 0 && <wbr className="narrow-only" />}
      {word}
    </Fragment>
  ))

interface SortedHeaderProps {
  readonly by: IssueFilters['sort']
  readonly filters: IssueFilters
  readonly shownIf?: string
  readonly children: string
}

function SortedHeader({ by, filters, shownIf = '', children }: SortedHeaderProps) {
  const isChosen = filters.sort === by
  return (
    <th scope="col" className={`number col-${by} ${shownIf}`} aria-sort={isChosen ? 'descending' : undefined}>
      <Link to={issuesPath({ ...filters, sort: by, page: 1 })} preventScrollReset>
        {children}
        {isChosen && <span aria-hidden="true"> ↓</span>}
      </Link>
    </th>
  )
}
