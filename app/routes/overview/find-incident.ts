import type { IssueChange } from '../../../store/overview/list-issue-changes.ts'
import type { NewRelease } from '../../../store/overview/list-releases-seen.ts'
import { describeChange, formatChange, formatShare } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { isBadErrorShare, isByChance } from '../../format/error-share.ts'
import type { OverviewSummary } from './summarize.server.ts'

/** The least rise that counts; smaller ones are usual. */
const MIN_RATIO = 1.5
/** Fewer exceptions are no incident, whatever their ratio. */
const MIN_EXCEPTIONS = 10

/** What broke in the period. */
export interface Incident {
  /** `error rate 3.3× (1.2 % → 4 %)`, `exceptions 6× (52 → 403)`; empty if none rose. */
  readonly rises: readonly string[]
  /** The release since which most of the new issues occur. */
  readonly release: { readonly name: string; readonly issues: string } | undefined
}

interface IncidentQuery {
  readonly summary: Pick<OverviewSummary, 'requests' | 'failed' | 'exceptions' | 'releases'>
  readonly issues: readonly IssueChange[]
}

/** @returns `undefined` if nothing rose much, and no release brought new issues */
export function findIncident({ summary, issues }: IncidentQuery): Incident | undefined {
  const { requests, failed, exceptions, releases } = summary
  const [now, before] = [failed.now / Math.max(1, requests.now), failed.before / Math.max(1, requests.before)]
  const rises = [
    ...(isBadErrorShare({ errors: failed.now, total: requests.now }) &&
    now >= before * MIN_RATIO &&
    !isByChance(failed.now, before * requests.now)
      ? [`error rate ${formatRise(now, before)}`]
      : []),
    ...(exceptions.now >= MIN_EXCEPTIONS &&
    exceptions.now >= exceptions.before * MIN_RATIO &&
    !isByChance(exceptions.now, exceptions.before)
      ? [`exceptions ${describeChange(exceptions.now, exceptions.before)}`]
      : []),
  ]
  const release = findRelease(issues, releases)
  return rises.length === 0 && release === undefined ? undefined : { rises, release }
}

function formatRise(now: number, before: number): string {
  const shares = `${formatShare(before, 1)} → ${formatShare(now, 1)}`
  return before === 0 ? shares : `${formatChange(now, before)} (${shares})`
}

/** Of each new issue the latest release that its service had before; of these the one with most. */
function findRelease(issues: readonly IssueChange[], releases: readonly NewRelease[]): Incident['release'] {
  const newest = releases.toSorted((a, b) => (a.firstSeenNs < b.firstSeenNs ? 1 : -1))
  const causes = issues
    .filter(({ isNew }) => isNew)
    .flatMap(
      ({ service, firstSeenNs }) =>
        newest.find(release => release.service === service && release.firstSeenNs <= firstSeenNs)?.release ?? [],
    )
  const [most] = [...Map.groupBy(causes, name => name)].toSorted(([, a], [, b]) => b.length - a.length)
  return most && { name: most[0], issues: pluralize(most[1].length, 'new issue') }
}
