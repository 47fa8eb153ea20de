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
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
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
export function IssueTable(props: IssueTableProps) {
  const { issues, trends, affected, before, stops, nowMs, filters, sent = [] } = props
  const chosen = new Set(sent.flatMap(([name, value]) => (name === 'issue' ? [value] : [])))
  const apart = distinguishEqualTitles(issues)
  const hasOwners = issues.some(({ owner, isAcknowledged }) => owner !== '' || isAcknowledged)
  const sortedBy = (by: IssueFilters['sort'], name: string) => ({
    name,
    head: (
      <Link to={issuesPath({ ...filters, sort: by, page: 1 })} preventScrollReset>
        {name}
        {filters.sort === by && <span aria-hidden="true"> ↓</span>}
      </Link>
    ),
    sorted: filters.sort === by ? ('descending' as const) : undefined,
    isNumber: true,
    width: `col-${by}`,
  })
  const columns: readonly (Column<IssueRow> | false)[] = [
    {
      name: 'Select',
      head: <span className="visually-hidden">Select</span>,
      width: 'col-choose',
      look: 'choose',
      cell: ({ issue, title }) => (
        <input
          type="checkbox"
          name="issue"
          value={issue}
          aria-label={`Select ${formatIssueTitle(title)}`}
          defaultChecked={chosen.has(issue)}
        />
      ),
    },
    {
      name: 'Issue',
      namesRow: true,
      cell: row => <IssueName {...props} row={row} apart={apart.get(row.issue)} />,
    },
    {
      name: 'Function, service',
      shown: 'wide',
      width: 'col-culprit',
      look: 'muted culprit',
      title: ({ culprit }) => culprit,
      cell: row => (
        <>
          {row.function !== '' && (
            <>
              <span className="mono nowrap">{row.function}</span>
              <br />
            </>
          )}
          <span className="nowrap">
            {row.service !== '' && <ServiceName name={row.service} />} {row.route}
          </span>
        </>
      ),
    },
    {
      name: 'Trend',
      head: (
        <>
          Trend<span className="wide-only">, peak</span>
        </>
      ),
      width: 'col-line',
      cell: ({ issue }) => (
        <DeferredValue result={trends} fallback={<Sparkline model={NO_LINE} />}>
          {answer => <Trend trend={answer.get(issue)} />}
        </DeferredValue>
      ),
    },
    {
      ...sortedBy('events', 'Events'),
      cell: row => (
        <>
          <span className="wide-only">
            <Change before={before} row={row} />
          </span>
          {formatAmount(row.events)}
        </>
      ),
    },
    {
      ...sortedBy('sessions', 'Sessions'),
      shown: 'wide',
      cell: row => <Affected affected={affected} row={row} what="sessions" />,
    },
    {
      ...sortedBy('users', 'Users'),
      shown: 'roomy',
      cell: row => <Affected affected={affected} row={row} what="users" />,
    },
    {
      ...sortedBy('first', 'First seen'),
      shown: 'roomy',
      look: 'muted',
      title: ({ firstRelease }) => firstRelease,
      cell: ({ firstSeenNs }) => <RelativeTime atNs={firstSeenNs} nowMs={nowMs} />,
    },
    {
      ...sortedBy('last', 'Last seen'),
      shown: 'wide',
      look: 'muted',
      title: ({ lastRelease }) => lastRelease,
      cell: ({ lastSeenNs }) => <RelativeTime atNs={lastSeenNs} nowMs={nowMs} />,
    },
    {
      name: 'Release',
      shown: 'roomy',
      width: 'col-release',
      look: 'muted',
      title: ({ lastRelease }) => lastRelease,
      cell: row => <LatestRelease stops={stops} row={row} />,
    },
    hasOwners && {
      name: 'Owner',
      shown: 'wide',
      width: 'col-owner',
      look: 'muted',
      cell: ({ owner, isAcknowledged }) => owner || (isAcknowledged ? 'acknowledged' : ''),
    },
  ]
  return (
    <div className="panel">
      <DataTable
        className="issues"
        caption={`Issues with exceptions ${describeTimeRange(filters)}`}
        columns={columns}
        rows={issues}
        keyOf={({ issue }) => issue}
      />
    </div>
  )
}

interface IssueNameProps extends Pick<IssueTableProps, 'trends' | 'affected' | 'before' | 'stops' | 'nowMs'> {
  readonly row: IssueRow
  /** Tells it from others with the same title. */
  readonly apart: string | undefined
}

function IssueName({ row, apart, trends, affected, before, stops, nowMs }: IssueNameProps) {
  return (
    <>
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
        {apart !== undefined && <span className="muted small apart">{apart}</span>}
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
    </>
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
