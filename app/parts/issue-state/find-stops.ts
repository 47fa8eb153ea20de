import type { ListedIssue } from '../../../store/issues/list-issues.ts'
import type { NewRelease } from '../../../store/releases/list-releases-seen.ts'
import { stoppedSince } from '../../insights/stopped-since.ts'

/** The release with which an issue stopped, by issue; no entry for one that goes on. */
export function stopsOf(
  issues: readonly ListedIssue[],
  of: Parameters<typeof stoppedSince<NewRelease>>[1],
): ReadonlyMap<string, string> {
  return new Map(
    issues.flatMap(issue => {
      const release = stopOf(issue, of)
      return release === '' ? [] : [[issue.issue, release] as const]
    }),
  )
}

/** The release with which one issue stopped, in the list as on its page; '' if it goes on. */
export function stopOf(
  { summary, ...activity }: Pick<ListedIssue, 'summary' | 'firstSeenNs' | 'lastSeenNs' | 'events'>,
  of: Parameters<typeof stoppedSince<NewRelease>>[1],
): string {
  const newestReleaseNs = summary?.releases.at(-1)?.firstSeenNs
  if (summary === undefined || newestReleaseNs === undefined) return ''
  return stoppedSince({ ...activity, service: summary.service, newestReleaseNs }, of)?.release ?? ''
}
