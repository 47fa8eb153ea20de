import type { SeenRelease } from '../../../store/issues/derive-state.ts'
import type { NamedIssue } from '../../../store/issues/name-issues.ts'
import type { Session } from '../../../store/sessions/list-sessions.ts'
import type { Ns } from '../../../store/units.ts'
import { pluralize } from '../../format/count.ts'
import { describeResolution, STATUS_COLOURS, statusLabel } from '../../format/issue-state.ts'
import { issueTitle, shortIssueTitle } from '../../format/issue-title.ts'
import { findNextRelease } from '../../insights/stopped-since.ts'
import { issuePath } from '../../url/issue-filters.ts'
import type { SessionIssue } from '../session-list/session-table.tsx'

type NamedIssues = ReadonlyMap<string, NamedIssue>

/** The last issue of each session that has exceptions. */
export function describeLastIssues(
  sessions: readonly Session[],
  named: NamedIssues,
): ReadonlyMap<string, SessionIssue> {
  return new Map(
    sessions.flatMap(({ sessionId, issues }) => {
      const all = new Map(issues.flatMap(({ issue }) => named.get(issue) ?? []).map(of => [of.issue, of]))
      const [last] = all.values()
      if (last === undefined) return []
      const others = all.size > 1 ? ` and ${pluralize(all.size - 1, 'other issue')}` : ''
      return [[sessionId, { title: titleOf(last), others }] as const]
    }),
  )
}

const titleOf = ({ issue, summary }: NamedIssue) => shortIssueTitle(issueTitle(summary, issue))

/** What became of an issue after a session had it: `not seen in 2.4.2`. */
export interface IssueOutlook {
  readonly text: string
  readonly isOver: boolean
}

/**
 * What became of each issue.
 *
 * @param releases Of the services of the issues, by first time.
 * @returns By the issue as sessions have it.
 */
export function describeOutlooks(
  named: NamedIssues,
  releases: readonly SeenRelease[],
): ReadonlyMap<string, IssueOutlook> {
  return new Map(
    [...named].flatMap(([stored, { state, summary }]): [string, IssueOutlook][] => {
      const newest = summary?.releases.at(-1)
      const next = newest && findNextRelease(releases, newest)?.release
      if (state.status === 'resolved') {
        return [[stored, { text: `resolved${describeResolution(state.resolved?.event.value ?? '')}`, isOver: true }]]
      }
      if (next !== undefined) return [[stored, { text: `not seen in ${next}`, isOver: true }]]
      return summary?.lastRelease ? [[stored, { text: `still seen in ${summary.lastRelease}`, isOver: false }]] : []
    }),
  )
}

/** An issue of a user. */
export interface UserIssue {
  readonly to: string
  readonly title: string
  readonly service: string
  /** In the sessions that are shown, as the next. */
  readonly events: number
  readonly lastNs: Ns
  /** '' for an unresolved issue that is neither new nor regressed. */
  readonly mark: string
  readonly colour: string
  /** The last release of its service with it, for any user, and the first after all of those: `2.4.1, not seen in 2.4.2`. */
  readonly release: string
  /** Whether that is the first after all of those. */
  readonly isOver: boolean
}

interface UserIssuesQuery {
  readonly sessions: readonly Session[]
  readonly named: NamedIssues
  /** Of the services of the issues, by first time. */
  readonly releases: readonly SeenRelease[]
}

/** The issues of a user's sessions, the last first. */
export function describeUserIssues({ sessions, named, releases }: UserIssuesQuery): UserIssue[] {
  const met = sessions
    .flatMap(({ issues }) => issues.map(of => ({ ...of, named: named.get(of.issue) })))
    .toSorted((a, b) => (a.lastNs > b.lastNs ? -1 : 1))
  const byIssue = Map.groupBy(met, ({ issue, named }) => named?.issue ?? issue)
  return [...byIssue].map(([issue, all]): UserIssue => {
    const [last] = all
    const { summary, state } = last?.named ?? {}
    const newest = summary?.releases.at(-1)
    const next = newest && findNextRelease(releases, newest)?.release
    const lastRelease = summary?.lastRelease ?? ''
    const mark = state === undefined ? '' : statusLabel({ state, isNew: false, spike: undefined })
    return {
      to: issuePath(issue),
      title: last?.named === undefined ? issue : titleOf(last.named),
      service: summary?.service ?? '',
      events: all.reduce((sum, { events }) => sum + events, 0),
      lastNs: last?.lastNs ?? 0n,
      mark,
      colour: STATUS_COLOURS[mark] ?? '',
      isOver: next !== undefined,
      release: next === undefined ? lastRelease : `${lastRelease}, not seen in ${next}`,
    }
  })
}
