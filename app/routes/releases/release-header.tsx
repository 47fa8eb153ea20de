import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ReleaseIssue } from '../../../store/releases/list-release-issues.ts'
import { formatPercentagePoints } from '../../format/amount.ts'
import { formatCount } from '../../format/count.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../format/error-share.ts'
import { clipLine } from '../../stacks/clip.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { ServiceLink } from '../../ui/elements/service-link.tsx'
import { CrashFreeShare, FailedShare, ShareOfCount } from '../../ui/elements/share.tsx'
import { Timestamp } from '../../ui/elements/timestamp.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'
import { releasePath } from '../../url/page-paths.ts'
import type { Scope } from '../../url/scope.ts'
import { requestsPath } from '../../url/trace-filters.ts'
import type { MergedRelease, ShareOfTotal as Ratio } from './merge-releases.ts'
import type { ReleaseRoute } from './order-regressions.ts'
import { countIssuesByChange, type ReleaseSummary, summarizeRelease } from './summarize-release.ts'

/** Of the name; the URL has all of it. */
const MAX_CHARS = 80

interface ReleaseHeaderProps {
  readonly deploy: MergedRelease
  readonly issues: readonly ReleaseIssue[]
  readonly routes: readonly ReleaseRoute[]
  readonly scope: Scope
  readonly nowMs: number
}

/** The release, its services and start, and whether it is worse than the previous one. */
export function ReleaseHeader({ deploy, issues, routes, scope, nowMs }: ReleaseHeaderProps) {
  const { release, firstSeenNs, lastSeenNs, of, failed, failedBefore, crashFree, crashFreeBefore } = deploy
  const { verdict, text } = summarizeRelease(deploy, issues, routes)
  const within = { ...scope, last: '14d' as const, from: undefined, to: undefined, release }
  return (
    <>
      <div className="page-head">
        <h1 className="break" title={release}>
          Release {clipLine(release, MAX_CHARS)}
        </h1>
        <p className="button-row">
          <Link to={exceptionsPath(within)}>View exceptions</Link> <Link to={requestsPath(within)}>View traces</Link>
        </p>
      </div>
      <p className={`notice ${NOTICE_CLASSES[verdict]}`}>
        <strong>{text}</strong>
      </p>
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
        <Figure name="Failed requests" note={compareRatios(failed, failedBefore)}>
          <FailedShare {...failed} none="no requests" />
        </Figure>
        <Figure name="Crash-free sessions" note={compareRatios(crashFree, crashFreeBefore)}>
          <CrashFreeShare {...crashFree} none="no sessions" />
        </Figure>
        <Figure name="Regressed" note="not in the previous release">
          {formatCount(countIssuesByChange(issues, 'back'))}
        </Figure>
        <Figure name="New issues" note="not seen before">
          {formatCount(countIssuesByChange(issues, 'new'))}
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

/** Compares with the previous release in words; small numbers allow no conclusion. */
function compareRatios(now: Ratio, before: Ratio): ReactNode {
  if (before.whole === 0) return 'no previous data'
  const was = <ShareOfCount {...before} none="" />
  if (now.whole < MIN_COUNT_FOR_PERCENTAGE || before.whole < MIN_COUNT_FOR_PERCENTAGE)
    return <>{was} previously; too few to compare</>
  return (
    <>
      {was} previously; {formatPercentagePoints(now.part / now.whole, before.part / before.whole)}
    </>
  )
}
