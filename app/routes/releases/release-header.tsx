import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ReleaseIssue } from '../../../store/releases/list-release-issues.ts'
import { formatCount } from '../../format/count.ts'
import { clipLine } from '../../stacks/clip.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { ServiceLink } from '../../ui/elements/service-link.tsx'
import { ShareOfCount } from '../../ui/elements/share.tsx'
import { Timestamp } from '../../ui/elements/timestamp.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'
import { releasePath } from '../../url/page-paths.ts'
import type { Scope } from '../../url/scope.ts'
import { requestsPath } from '../../url/trace-filters.ts'
import { compareShares } from './compare-shares.ts'
import type { BetterRelease } from './find-better-release.ts'
import { type MergedRelease, previousOf, type ShareOfTotal as Ratio } from './merge-releases.ts'
import type { ReleaseRoute } from './order-regressions.ts'
import { countIncreased, countIssuesByChange, type ReleaseSummary, summarizeRelease } from './summarize-release.ts'

/** Of the name; the URL has all of it. */
const MAX_CHARS = 80

interface ReleaseHeaderProps {
  /** Of which requests, sessions and latencies are read. */
  readonly days: number
  readonly deploy: MergedRelease
  /** An earlier one that was better, though the previous one was not. */
  readonly betterRelease: BetterRelease | undefined
  readonly issues: readonly ReleaseIssue[]
  readonly routes: readonly ReleaseRoute[]
  readonly scope: Scope
  readonly nowMs: number
}

/** The release, its services and start, and whether it is worse than the previous one. */
export function ReleaseHeader({ days, deploy, betterRelease, issues, routes, scope, nowMs }: ReleaseHeaderProps) {
  const { release, firstSeenNs, lastSeenNs, of, failed, failedBefore, crashFree, crashFreeBefore } = deploy
  const { verdict, opening, better, worse, other } = summarizeRelease(deploy, issues, routes)
  const isMixed = worse.length > 0 || betterRelease !== undefined
  const increased = countIncreased(deploy, issues)
  const within = { ...scope, last: '14d' as const, from: undefined, to: undefined, release }
  return (
    <>
      <div className="page-head">
        <h1 className="break" title={release}>
          Release {clipLine(release, MAX_CHARS)}
        </h1>
        <p className="muted fixed-time">last {days} days, worst first</p>
        <p className="button-row">
          <Link to={exceptionsPath(within)}>View exceptions</Link> <Link to={requestsPath(within)}>View traces</Link>
        </p>
      </div>
      <div className={`notice ${isMixed && verdict === 'better' ? '' : NOTICE_CLASSES[verdict]}`}>
        <strong>
          {opening}
          {betterRelease && verdict === 'better' && `, worse than ${betterRelease.release}`}
        </strong>
        {better.length > 0 && <p>Better: {better.join(', ')}</p>}
        {betterRelease && (
          <p className="bad">
            Worse than {betterRelease.release}: {betterRelease.facts.join(', ')}
          </p>
        )}
        {worse.length > 0 && (
          <p className="bad">
            Worse{betterRelease && previousOf(deploy) && ` than ${previousOf(deploy)}`}: {worse.join(', ')}
          </p>
        )}
        {other.length > 0 && <p className="muted">{other.join(', ')}</p>}
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
        {[...Map.groupBy(of, ({ previous }) => previous)].map(([previous, services]) => (
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
      </dl>
      <dl className="headline panel">
        <Figure name="Error rate" note={<Comparison now={failed} before={failedBefore} worse={1} />}>
          <ShareOfCount {...failed} none="no requests" />
        </Figure>
        <Figure name="Crash-free sessions" note={<Comparison now={crashFree} before={crashFreeBefore} worse={-1} />}>
          <ShareOfCount {...crashFree} none="no sessions" />
        </Figure>
        <Figure name="Regressed" note="not in the previous release">
          {formatCount(countIssuesByChange(issues, 'back'))}
        </Figure>
        <Figure name="New issues" note="not seen before">
          {formatCount(countIssuesByChange(issues, 'new'))}
        </Figure>
        <Figure
          name="Still failing"
          note={
            increased > 0 ? (
              <span className="change worse">{increased} increased per session</span>
            ) : (
              'in the previous release too'
            )
          }
        >
          {formatCount(countIssuesByChange(issues, 'still'))}
        </Figure>
        <Figure name="No longer seen" note="only in the previous release">
          {formatCount(countIssuesByChange(issues, 'gone'))}
        </Figure>
      </dl>
    </>
  )
}

const NOTICE_CLASSES: Readonly<Record<ReleaseSummary['verdict'], string>> = {
  worse: 'bad-notice',
  slower: 'bad-notice',
  better: 'good-notice',
  same: '',
  unknown: '',
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
  readonly worse: 1 | -1
}

/** What a share was in the previous release; coloured if it got better or worse by more than chance. */
function Comparison({ now, before, worse }: ComparisonProps) {
  if (before.whole === 0) return 'no previous data'
  const { isKnown, rise } = compareShares(now, before)
  const direction = Math.sign(now.part * before.whole - before.part * now.whole)
  const from = !isKnown ? 'too few to compare with' : ['down from', 'no change from', 'up from'][1 + direction]
  return (
    <span className={`change ${rise === 0 ? '' : rise === worse ? 'worse' : 'better'}`}>
      {from} <ShareOfCount {...before} none="" />
    </span>
  )
}
