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
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { releasePath } from '../../url/page-paths.ts'
import { readScope } from '../../url/scope.ts'
import type { Route } from './+types/releases.ts'
import { queryReleases } from './query-releases.server.ts'
import { compareFigures, describeVerdict, formatDurations, listDifferences } from './summarize-release.ts'

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
          than this one, with the good one. Colours mean that a number changed by more than chance explains. Requests
          are counted by the service that answers them, not again by the browser. A session counts as crashed after an
          unhandled exception or a failed page.
          {releases.mayBeMore && ' Older releases are not listed.'}
        </span>
      </p>
    </>
  )
}

type Deploy = Awaited<ReturnType<typeof queryReleases>>['deploys'][number]

function ReleaseTable({ deploys, nowMs }: { readonly deploys: readonly Deploy[]; readonly nowMs: number }) {
  const environments = new Set(deploys.flatMap(({ runsIn }) => runsIn))
  const nowNs = BigInt(nowMs) * 1_000_000n
  const oldestNs = deploys.at(-1)?.firstSeenNs ?? nowNs
  return (
    <div className="panel">
      <table className="list fit stacked">
        <caption className="visually-hidden">Releases, newest first</caption>
        <thead>
          <tr>
            <th scope="col" className="col-wide">
              Release
            </th>
            <th scope="col" className="wide-only col-service">
              Services
            </th>
            <th scope="col" className="number roomy-only timed">
              In use since
            </th>
            <th scope="col" className="number wide-only">
              <abbr title="Share of the latest requests of its services, of one to four hours">Adoption</abbr>
            </th>
            <th scope="col" className="number">
              Error rate
            </th>
            <th scope="col" className="number">
              Crash-free<span className="wide-only"> sessions</span>
            </th>
            <th scope="col" className="number wide-only">
              <abbr title="95th percentile of its service that became slower, else of the one with the most requests">
                p95
              </abbr>
            </th>
            <th scope="col" className="number roomy-only">
              New issues
            </th>
          </tr>
        </thead>
        <tbody>
          {deploys.map(deploy => {
            const { release, byService, adoption, runsIn, failed, failedBefore, crashFree, crashFreeBefore } = deploy
            const { p95, slower, newIssues, regressed, firstSeenNs } = deploy
            const { requests, sessions } = compareFigures(deploy)
            const isFirst = byService.every(({ previous }) => previous === '')
            const isPartlyBetter = newIssues > 0 && describeVerdict(deploy).verdict === 'better'
            const better = deploy.withPrevious ?? (isPartlyBetter ? deploy : undefined)
            return (
              <tr key={release}>
                <th scope="row">
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
                      <RelativeTime atNs={firstSeenNs} nowMs={nowMs} />
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
                    {newIssues > 0 && !isFirst && <span>{pluralize(newIssues, 'new issue')}</span>}
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
                </th>
                <td className="wide-only services">
                  {byService.flatMap(({ service }) => [<ServiceName key={service} name={service} />, ' '])}
                </td>
                <td className="number roomy-only muted timed">
                  <UseBar deploy={deploy} oldestNs={oldestNs} nowNs={nowNs} />
                  {formatTimestamp(firstSeenNs).slice(5, 16)}
                </td>
                <td className="number wide-only">
                  {environments.size > 1 && adoption.part * 2 < adoption.whole && (
                    <span className="muted small">{runsIn.join(', ')} </span>
                  )}
                  <span className={adoption.part === 0 ? 'muted' : undefined}>
                    {adoption.whole === 0 ? '–' : formatShare(adoption.part, adoption.whole)}
                  </span>
                </td>
                <td className={`number ${classOf(requests, 'more')}`}>
                  <SharePair
                    now={failed}
                    before={failedBefore}
                    note={
                      requests.direction === undefined && failedBefore.whole > 0
                        ? assessRelease(failed, failedBefore)
                        : ''
                    }
                  />
                </td>
                <td className={`number ${classOf(sessions, 'less')}`}>
                  <SharePair now={crashFree} before={crashFreeBefore} />
                </td>
                <td className="number wide-only">
                  {p95 && (
                    <span className={CHANGE_CLASSES[1 + p95.rise]} title={p95.service}>
                      {formatDuration(p95.now)}
                    </span>
                  )}
                  {p95?.before !== undefined && <p className="change">was {formatDuration(p95.before)}</p>}
                </td>
                <td className="number roomy-only">
                  {newIssues === 0 || isFirst ? <span className="muted">–</span> : formatCount(newIssues)}
                  {regressed > 0 && <p className="change worse">{regressed} regressed</p>}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface UseBarProps {
  readonly deploy: Pick<Deploy, 'firstSeenNs' | 'lastSeenNs'>
  /** The ends of the scale of all rows. */
  readonly oldestNs: bigint
  readonly nowNs: bigint
}

/** From when to when a release was in use. In whole per cent, so that server and browser write the same. */
function UseBar({ deploy: { firstSeenNs, lastSeenNs }, oldestNs, nowNs }: UseBarProps) {
  const percentOf = (ns: bigint) => Math.round((100 * Number(ns - oldestNs)) / Math.max(1, Number(nowNs - oldestNs)))
  const from = percentOf(firstSeenNs)
  return (
    <svg className="length" aria-hidden="true">
      <title>{`${formatTimestamp(firstSeenNs)} ${zoneAt(firstSeenNs)} to ${formatTimestamp(lastSeenNs)} ${zoneAt(lastSeenNs)}`}</title>
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

const classOf = ({ direction }: Change, worse: 'more' | 'less') =>
  direction === undefined ? '' : direction === worse ? 'bad' : 'good'

/** Says if the release is better or worse. */
function VerdictMark({ deploy }: { readonly deploy: Deploy }) {
  const { verdict, text } = describeVerdict(deploy)
  const colour =
    verdict === 'worse' || verdict === 'slower' ? 'bad' : verdict === 'better' && deploy.newIssues === 0 ? 'good' : ''
  return <span className={`mark ${colour}`}>{text}</span>
}
