import { cached, query } from '../../data/query.ts'
import { readPage } from '../../data/read-page.ts'
import { settingsContext } from '../../data/settings.ts'
import { formatShare } from '../../format/amount.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { formatTimestamp } from '../../format/time.ts'
import { zoneAt } from '../../format/time-zone.ts'
import { assessFailures } from '../../insights/assess-failures.ts'
import type { Change, ShareOfTotal } from '../../insights/change.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../insights/thresholds.ts'
import { queryReleases } from '../../parts/release-comparison/query-releases.server.ts'
import {
  compareFigures,
  describeVerdict,
  formatDurations,
  listDifferences,
} from '../../parts/release-comparison/summarize-release.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { releasePath } from '../../url/page-paths.ts'
import { readScope } from '../../url/scope.ts'
import type { Route } from './+types/releases.ts'

/** Answers 400 without a query for an invalid URL. The list of releases has no time range, because each release has its own. */
export async function loader(args: Route.LoaderArgs) {
  const { nowMs, asOfMs, listFilters } = readPage(args, readScope)
  const { retentionDays } = args.context.get(settingsContext)
  const releases = await query(args, queryReleases, { nowMs: asOfMs, ...listFilters }, cached)
  return { nowMs, releases, tracesDays: retentionDays.traces }
}

export default function ReleasesPage({ loaderData }: Route.ComponentProps) {
  const { nowMs, releases, tracesDays } = loaderData
  return (
    <>
      <title>Releases · Errata</title>
      <div className="page-head">
        <h1>Releases</h1>
        <p className="muted fixed-time">Last {tracesDays} days, newest first</p>
      </div>
      {releases.deploys.length === 0 ? (
        <EmptyState title="No releases">
          <p>
            No selected service reported a release. Set <code>service.version</code> in its resource attributes.
          </p>
        </EmptyState>
      ) : (
        <ReleaseTable deploys={releases.deploys} nowMs={nowMs} />
      )}
      <p className="pager">
        <span>
          Numbers are compared with the previous release; if that was bad and the last good one before it was better
          than this one, with the good one. Colours mean that a number changed by more than chance explains. What a
          browser requests is counted by the service that answers, not again by the browser. A session counts as crashed
          after an unhandled exception or a failed page.
          {releases.mayBeMore && ' Older releases are not listed.'}
        </span>
      </p>
    </>
  )
}

type Deploy = Awaited<ReturnType<typeof queryReleases>>['deploys'][number]

function ReleaseTable({ deploys, nowMs }: { readonly deploys: readonly Deploy[]; readonly nowMs: number }) {
  return (
    <div className="panel">
      <DataTable
        className="fit stacked"
        caption="Releases, newest first"
        columns={columnsOf(deploys, nowMs)}
        rows={deploys}
        keyOf={({ release }) => release}
      />
    </div>
  )
}

function columnsOf(deploys: readonly Deploy[], nowMs: number): readonly Column<Deploy>[] {
  const environments = new Set(deploys.flatMap(({ runsIn }) => runsIn))
  const nowNs = BigInt(nowMs) * 1_000_000n
  const oldestNs = deploys.at(-1)?.beganNs ?? nowNs
  return [
    {
      name: 'Release',
      namesRow: true,
      width: 'col-wide',
      cell: deploy => <ReleaseName deploy={deploy} nowMs={nowMs} />,
    },
    {
      name: 'Services',
      shown: 'wide',
      width: 'col-service',
      look: 'services',
      cell: ({ byService }) => byService.flatMap(({ service }) => [<ServiceName key={service} name={service} />, ' ']),
    },
    {
      name: 'In use since',
      isNumber: true,
      shown: 'roomy',
      width: 'timed',
      look: 'muted timed',
      cell: deploy => (
        <>
          <UseBar deploy={deploy} oldestNs={oldestNs} nowNs={nowNs} />
          {formatTimestamp(deploy.beganNs).slice(5, 16)}
        </>
      ),
    },
    {
      name: 'Adoption',
      head: <abbr title="Share of the latest requests of its services, of one to four hours">Adoption</abbr>,
      isNumber: true,
      shown: 'wide',
      cell: ({ adoption: { part, whole }, runsIn }) => (
        <>
          {environments.size > 1 && part * 2 < whole && <span className="muted small">{runsIn.join(', ')} </span>}
          <span className={part === 0 ? 'muted' : undefined}>{whole === 0 ? '–' : formatShare(part, whole)}</span>
        </>
      ),
    },
    {
      name: 'Error rate',
      isNumber: true,
      look: deploy => colourOf(compareFigures(deploy).requests, 'more'),
      cell: deploy => <ErrorRate deploy={deploy} />,
    },
    {
      name: 'Crash-free',
      head: (
        <>
          Crash-free<span className="wide-only"> sessions</span>
        </>
      ),
      isNumber: true,
      look: deploy => colourOf(compareFigures(deploy).sessions, 'less'),
      cell: ({ crashFree, crashFreeBefore }) => <SharePair now={crashFree} before={crashFreeBefore} />,
    },
    {
      name: 'p95',
      head: (
        <abbr title="95th percentile of its service that became slower, else of the one with the most requests">
          p95
        </abbr>
      ),
      isNumber: true,
      shown: 'wide',
      cell: ({ p95 }) =>
        p95 && (
          <>
            <span className={CHANGE_CLASSES[1 + p95.rise]} title={p95.service}>
              {formatDuration(p95.now)}
            </span>
            {p95.before !== undefined && <p className="change">was {formatDuration(p95.before)}</p>}
          </>
        ),
    },
    {
      name: 'New issues',
      isNumber: true,
      shown: 'roomy',
      cell: ({ newIssues, regressed, byService }) => (
        <>
          {newIssues === 0 || isFirst(byService) ? <span className="muted">–</span> : formatCount(newIssues)}
          {regressed > 0 && <p className="change worse">{regressed} regressed</p>}
        </>
      ),
    },
  ]
}

/** The name of a release with its verdict, and below it the differences that the verdict alone does not tell; on a narrow screen also what has no column there. */
function ReleaseName({ deploy, nowMs }: { readonly deploy: Deploy; readonly nowMs: number }) {
  const { release, byService, p95, slower, newIssues, regressed, beganNs } = deploy
  const isPartlyBetter = newIssues > 0 && describeVerdict(deploy).verdict === 'better'
  const better = deploy.withPrevious ?? (isPartlyBetter ? deploy : undefined)
  return (
    <>
      <div className="lead">
        {/* One item: where both have no room, the mark is cut, not the name. */}
        <span>
          <ScopedLink to={releasePath(release)} className="row-link" data-row="">
            {release}
          </ScopedLink>{' '}
          <span className="wide-only">
            <VerdictMark deploy={deploy} />
          </span>
        </span>
        <span className="narrow-only muted small">
          <RelativeTime atNs={beganNs} nowMs={nowMs} />
        </span>
        <span className="narrow-only">
          <VerdictMark deploy={deploy} />
        </span>
      </div>
      <p className="under narrow-only">
        <span>{byService.map(({ service }) => service).join(', ')}</span>
        {p95 && (
          <span className={slower ? 'bad' : undefined}>
            p95 {slower ? formatDurations(slower.before, slower.now) : formatDuration(p95.now)}
          </span>
        )}
        {newIssues > 0 && !isFirst(byService) && <span>{pluralize(newIssues, 'new issue')}</span>}
        {regressed > 0 && <span className="bad">{regressed} regressed</span>}
      </p>
      {better && (
        <p className="under">
          {deploy.withPrevious && <span>{describeVerdict(better).text}:</span>}
          {listDifferences(better).map(fact => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      )}
    </>
  )
}

/** All issues of a first release are new. */
const isFirst = (byService: Deploy['byService']) => byService.every(({ previous }) => previous === '')

function ErrorRate({ deploy }: { readonly deploy: Deploy }) {
  const { failed, failedBefore } = deploy
  const isUnclear = compareFigures(deploy).requests.direction === undefined && failedBefore.whole > 0
  return <SharePair now={failed} before={failedBefore} note={isUnclear ? assessRelease(failed, failedBefore) : ''} />
}

interface UseBarProps {
  readonly deploy: Pick<Deploy, 'beganNs' | 'lastSeenNs'>
  /** The ends of the scale of all rows. */
  readonly oldestNs: bigint
  readonly nowNs: bigint
}

/** From when to when a release was in use. In whole per cent, so that server and browser write the same. */
function UseBar({ deploy: { beganNs, lastSeenNs }, oldestNs, nowNs }: UseBarProps) {
  const percentOf = (ns: bigint) => Math.round((100 * Number(ns - oldestNs)) / Math.max(1, Number(nowNs - oldestNs)))
  const from = percentOf(beganNs)
  return (
    <svg className="length" aria-hidden="true">
      <title>{`${formatTimestamp(beganNs)} ${zoneAt(beganNs)} to ${formatTimestamp(lastSeenNs)} ${zoneAt(lastSeenNs)}`}</title>
      <rect x={`${from}%`} width={`${Math.max(1, percentOf(lastSeenNs) - from)}%`} height="100%" rx="2" />
    </svg>
  )
}

interface SharePairProps {
  readonly now: ShareOfTotal
  readonly before: ShareOfTotal
  readonly note?: string
}

/** A share, and below it of how many, and what it was in the previous release, if that has any. */
function SharePair({ now, before, note = '' }: SharePairProps) {
  if (now.whole === 0) return <span className="muted">–</span>
  const details = [
    now.whole < MIN_COUNT_FOR_PERCENTAGE ? '' : `of ${formatCount(now.whole)}`,
    before.whole === 0 ? '' : `was ${formatFew(before)}`,
    note,
  ]
  return (
    <>
      {formatFew(now)}
      {/* Each on one line, where there is no room for all. */}
      <p className="change">
        {details
          .filter(Boolean)
          .map(detail => detail.replaceAll(' ', '\u00a0'))
          .join(', ')}
      </p>
    </>
  )
}

/** True if there is too little to tell more errors from chance, as on the pages of services. */
const assessRelease = (now: ShareOfTotal, before: ShareOfTotal) =>
  assessFailures({
    failed: { now: now.part, before: before.part },
    requests: { now: now.whole, before: before.whole },
  }).note

/** A percentage; of few both numbers. */
function formatFew({ part, whole }: ShareOfTotal): string {
  return whole < MIN_COUNT_FOR_PERCENTAGE ? `${part} of ${whole}` : formatShare(part, whole)
}

/** The marks of a value that got better, that did not change more than chance explains, and that got worse. */
const CHANGE_CLASSES = ['good', '', 'bad'] as const

const colourOf = ({ direction }: Change, worse: 'more' | 'less') =>
  direction === undefined ? '' : direction === worse ? 'bad' : 'good'

/** Says if the release is better or worse. */
function VerdictMark({ deploy }: { readonly deploy: Deploy }) {
  const { verdict, text } = describeVerdict(deploy)
  const colour =
    verdict === 'worse' || verdict === 'slower' ? 'bad' : verdict === 'better' && deploy.newIssues === 0 ? 'good' : ''
  return <span className={`mark ${colour}`}>{text}</span>
}
