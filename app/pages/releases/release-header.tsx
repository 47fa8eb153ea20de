import { Fragment, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { quoteText } from '../../../search/write-search.ts'
import type { RecordedDeploy } from '../../../store/releases/list-recorded-deploys.ts'
import { clipLine } from '../../format/clip.ts'
import { formatCount } from '../../format/count.ts'
import type { ShareOfTotal as Ratio } from '../../insights/change.ts'
import { type Change, compareShares } from '../../insights/change.ts'
import { previousOf } from '../../parts/release-comparison/merge-releases.ts'
import type { queryRelease } from '../../parts/release-comparison/query-releases.server.ts'
import {
  type ComparedRelease,
  countIncreased,
  countIssuesByChange,
  describeVerdict,
  nameBaseline,
  type ReleaseSummary,
  summarizeRelease,
  type Verdict,
} from '../../parts/release-comparison/summarize-release.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceLink } from '../../ui/links/service-link.tsx'
import { ShareOfCount } from '../../ui/numbers/share.tsx'
import { Timestamp } from '../../ui/times/timestamp.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'
import { changeParams } from '../../url/filter-links.ts'
import { releasePath } from '../../url/page-paths.ts'
import type { Scope } from '../../url/scope.ts'
import { requestsPath, tracesPath } from '../../url/trace-filters.ts'
import { CHANGE_TEXTS, ISSUE_CHANGES } from './release-issues.tsx'

/** Characters of the name that are shown; the URL has all of it. */
const MAX_CHARS = 80
/** Shown; the API lists all. */
const MAX_DEPLOYS = 3

interface ReleaseHeaderProps {
  /** Requests, sessions and latencies of so many days are read. */
  readonly days: number
  readonly found: ReleaseComparisons
  readonly scope: Scope
  readonly nowMs: number
}

type ReleaseComparisons = Pick<
  NonNullable<Awaited<ReturnType<typeof queryRelease>>>,
  'deploy' | 'comparisons' | 'previous' | 'issues' | 'durations' | 'deploysTold'
>

/** The release, its services and start, and whether it is worse than others before it: what is worse first. */
export function ReleaseHeader({ days, found, scope, nowMs }: ReleaseHeaderProps) {
  const { deploy, comparisons, previous: before, issues, durations, deploysTold } = found
  const { release, firstSeenNs, lastSeenNs, failed, failedBefore, crashFree, crashFreeBefore } = deploy
  const [baseline, previous] = [nameBaseline(deploy), previousOf(deploy)]
  const summaries = comparisons.map(of => ({
    than: nameBaseline(of),
    ...describeVerdict(of),
    ...(of === deploy ? summarizeRelease(of, issues, durations) : summarizeRelease(of)),
  }))
  const increased = countIncreased(deploy, issues)
  const within = { ...scope, last: '14d' as const, from: undefined, to: undefined, release }
  return (
    <>
      <div className="page-head">
        <h1 className="break" title={release}>
          Release {clipLine(release, MAX_CHARS)}
        </h1>
        <p className="muted fixed-time">last {days} days</p>
        <p className="button-row">
          <Link to={exceptionsPath(within)}>View exceptions</Link> <Link to={requestsPath(within)}>View traces</Link>
        </p>
      </div>
      <div className={`notice ${noticeClass(summaries)}`}>
        {summaries.map(summary => (
          <VerdictLine key={summary.than} {...summary} />
        ))}
      </div>
      <dl className="figures">
        <div>
          <dt>First seen</dt>
          <dd>
            <Timestamp atNs={firstSeenNs} nowMs={nowMs} />
          </dd>
        </div>
        <div>
          <dt>Last seen</dt>
          <dd>
            <Timestamp atNs={lastSeenNs} nowMs={nowMs} />
          </dd>
        </div>
        {deploysTold.length > 0 && (
          <div>
            <dt>Deployed</dt>
            <dd>
              {deploysTold.slice(0, MAX_DEPLOYS).map(deploy => (
                <p key={deploy.id}>
                  <ToldDeploy deploy={deploy} namesService={before.length > 1} nowMs={nowMs} />
                </p>
              ))}
            </dd>
          </div>
        )}
        {[...Map.groupBy(before, ({ previous }) => previous)].map(([previous, services]) => (
          <Fragment key={previous}>
            <div>
              <dt>{services.length === 1 ? 'Service' : 'Services'}</dt>
              <dd className="button-row">
                {services.map(({ service }) => (
                  <ServiceLink key={service} name={service} />
                ))}
              </dd>
            </div>
            <div>
              <dt>Previous release</dt>
              <dd>{previous === '' ? 'none known' : <ScopedLink to={releasePath(previous)}>{previous}</ScopedLink>}</dd>
            </div>
          </Fragment>
        ))}
        <div>
          <dt>For whom</dt>
          <dd className="button-row">
            <Link to={tracesPath({ ...within, show: 'compare' })}>failed and other spans</Link>
            {previous && <Link to={releasesComparedPath(within, previous)}>its spans and those of {previous}</Link>}
          </dd>
        </div>
        {comparisons.length > 1 && (
          <div>
            <dt>Compare with</dt>
            <dd className="button-row">
              {comparisons.map(of => (
                <Baseline key={nameBaseline(of)} baseline={of} isShown={of === deploy} />
              ))}
            </dd>
          </div>
        )}
      </dl>
      <dl className="headline panel">
        <Figure
          name="Error rate"
          note={<Comparison now={failed} before={failedBefore} worse="more" baseline={baseline} />}
        >
          <ShareOfCount {...failed} none="no requests" />
        </Figure>
        <Figure
          name="Crash-free sessions"
          note={<Comparison now={crashFree} before={crashFreeBefore} worse="less" baseline={baseline} />}
        >
          <ShareOfCount {...crashFree} none="no sessions" />
        </Figure>
        {ISSUE_CHANGES.map(({ change, title }) => (
          <Figure
            key={change}
            name={title}
            note={
              change === 'still' && increased > 0 ? (
                <span className="change worse">{increased} increased per session</span>
              ) : (
                CHANGE_TEXTS[change](baseline)
              )
            }
          >
            {formatCount(countIssuesByChange(issues, change))}
          </Figure>
        ))}
      </dl>
    </>
  )
}

interface ToldDeployProps {
  readonly deploy: RecordedDeploy
  readonly namesService: boolean
  readonly nowMs: number
}

/** `2026-11-21 10:41 by token ci, in production, 4fc5f13`. */
function ToldDeploy({ deploy, namesService, nowMs }: ToldDeployProps) {
  const { atNs, service, environment, revision, url, who } = deploy
  const what = clipLine(revision, MAX_REVISION_CHARS) || 'run'
  return (
    <>
      <Timestamp atNs={atNs} nowMs={nowMs} /> by {who}
      {namesService && <>, {service}</>}
      {environment && <>, in {environment}</>}
      {url !== '' && (
        <>
          ,{' '}
          <a href={url} rel="noreferrer" title={revision || undefined}>
            {what}
          </a>
        </>
      )}
      {url === '' && revision !== '' && (
        <>
          , <span title={revision}>{what}</span>
        </>
      )}
    </>
  )
}

/** A hash is cut to so many; the title has all of it. */
const MAX_REVISION_CHARS = 12

/** `Worse than 2.4.0: error rate 1 → 4 %; better: crash-free sessions 96 → 98 %`. */
function VerdictLine({ verdict, text, worse, better, other }: ReleaseSummary & { verdict: Verdict; text: string }) {
  const isWorse = verdict === 'worse' || verdict === 'slower'
  const [own, others] = isWorse ? [worse, better] : [better, worse]
  const facts = [
    own.join(', '),
    ...(others.length > 0 ? [`${isWorse ? 'better' : 'worse'}: ${others.join(', ')}`] : []),
    other.join(', '),
  ]
  return (
    <p className={isWorse ? 'bad' : undefined}>
      <strong>{text.replace(/^./, letter => letter.toUpperCase())}</strong>
      {facts.some(Boolean) && `: ${facts.filter(Boolean).join('; ')}`}
    </p>
  )
}

/** Compares the spans of a release with those of one before it, by the attributes in which they differ. */
function releasesComparedPath(scope: Scope, previous: string): string {
  const [own, other] = [scope.release, previous].map(quoteText)
  const comparison = { search: `release:[${own},${other}]`, selection: `release:${own}` }
  return tracesPath({ ...scope, release: '', show: 'compare', ...comparison })
}

/** A release that this one is compared with on the page, or can be. */
function Baseline({ baseline, isShown }: { readonly baseline: ComparedRelease; readonly isShown: boolean }) {
  const [params] = useSearchParams()
  if (isShown) return <strong>{nameBaseline(baseline)}</strong>
  return (
    <Link to={changeParams(params, { than: previousOf(baseline) })} preventScrollReset>
      {nameBaseline(baseline)}
    </Link>
  )
}

/** By the worst of what is said; green only if nothing is worse. */
function noticeClass(summaries: readonly (ReleaseSummary & { readonly verdict: Verdict })[]): string {
  const verdicts = new Set(summaries.map(({ verdict }) => verdict))
  if (verdicts.has('worse') || verdicts.has('slower')) return 'bad-notice'
  return verdicts.has('better') && summaries.every(({ worse }) => worse.length === 0) ? 'good-notice' : ''
}

interface FigureProps {
  readonly name: string
  readonly note: ReactNode
  readonly children: ReactNode
}

function Figure({ name, note, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{children}</strong>
      </dd>
      <dd className="change">{note}</dd>
    </div>
  )
}

interface ComparisonProps {
  readonly now: Ratio
  readonly before: Ratio
  /** The direction that is bad. */
  readonly worse: 'more' | 'less'
  readonly baseline: string
}

/** The share in the earlier release; it has a colour if it got better or worse by more than chance. */
function Comparison({ now, before, worse, baseline }: ComparisonProps) {
  if (before.whole === 0) return `no data of ${baseline}`
  const change = compareShares(now, before)
  const changed = change.direction
  return (
    <>
      <span className={`change ${changed === undefined ? '' : changed === worse ? 'worse' : 'better'}`}>
        {writeFrom(change)} <ShareOfCount {...before} none="" />
      </span>{' '}
      in {baseline}
    </>
  )
}

function writeFrom({ isClear, now, before }: Change): string {
  if (isClear === undefined) return 'too few to compare with'
  if (!isClear) return 'no clear change from'
  return now > before ? 'up from' : 'down from'
}
