import { type ListedIssue, listIssues } from '../../../store/issues/list-issues.ts'
import type { Store } from '../../../store/store.ts'
import { nsOfMs } from '../../../store/units.ts'
import { clipLine } from '../../format/clip.ts'
import { formatCount } from '../../format/count.ts'
import { issueTitle, shortIssueTitle } from '../../format/issue-title.ts'
import { MAIN_PART } from '../../insights/thresholds.ts'
import type { AlertEvent } from '../event-content.ts'
import { rangeOfEvent } from './alert-links.ts'
import { explainIssue } from './explain-issue.server.ts'
import { type Attempt, type Explanation, listFacts, NO_EXPLANATION } from './explanation.ts'

const [MAX_ISSUES, MAX_TITLE_CHARS] = [3, 100] as const

/** Which issues many exceptions are of; where most are of one, what is known of that. */
export async function explainCount(
  store: Store,
  { event, nowMs }: { readonly event: AlertEvent; readonly nowMs: number },
  attempt: Attempt,
): Promise<Explanation> {
  const { service, environment, release } = event.content
  const asked = {
    ...{ range: rangeOfEvent(event), nowNs: nsOfMs(nowMs), service, environment, release },
    ...({ tab: 'all', sort: 'events', offset: 0, limit: MAX_ISSUES, who: '' } as const),
  }
  const listed = (await attempt(signal => listIssues(store, asked, signal)))?.issues ?? []
  const [top] = listed
  if (top === undefined) return NO_EXPLANATION
  const facts = listFacts({ Mostly: listed.map(describeCount).join('; ') })
  // With three at hand the part is of those alone, which is near enough to choose what is told.
  if (top.events < MAIN_PART * listed.reduce((sum, { events }) => sum + events, 0)) return { ...NO_EXPLANATION, facts }
  const ofIssue = { ...event, content: { ...event.content, issue: top.issue } }
  const { facts: more, ...rest } = await explainIssue(store, { event: ofIssue, nowMs }, attempt)
  return { ...rest, facts: [...facts, ...more] }
}

const describeCount = ({ events, summary, issue }: ListedIssue) =>
  `${formatCount(events)} × ${clipLine(shortIssueTitle(issueTitle(summary, issue)), MAX_TITLE_CHARS)}`
