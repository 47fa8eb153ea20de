import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Part } from '../../ui/feedback/deferred-section.tsx'
import { withParams } from '../../url/filter-links.ts'
import { Activity } from './activity.tsx'
import { Around } from './event-context.tsx'
import { OccurrenceView } from './event-section.tsx'
import { Together } from './grouping-section.tsx'
import { NOTHING_DONE } from './issue-action.ts'
import type { ShownIssue } from './load-issue.server.ts'
import type { Refused } from './run-action.server.ts'
import { Similar } from './similar-issues.tsx'
import { Tags } from './tags.tsx'

interface IssueBodyProps {
  readonly shown: ShownIssue
  readonly refused: Refused | undefined
}

/** What stands below an issue's facts: one of its exceptions with all round it, what they have in common, and what was said of it. */
export function IssueBody({ shown, refused }: IssueBodyProps): ReactNode {
  const { summary, around, tags, similar, issue, nowMs } = shown
  const [params] = useSearchParams()
  // What was said of it changes none of it: it stays where it is until it is there anew.
  const within = issue + withParams(params, NOTHING_DONE)
  return (
    <>
      <OccurrenceView shown={shown} />
      {summary !== undefined && (
        <Part of={around} name="What happened round it" holds="table" within={within}>
          {answer => answer && <Around of={answer} summary={summary} shown={shown} />}
        </Part>
      )}
      <Part of={tags} name="What they have in common" holds="table" within={within}>
        {answer => <Tags tags={answer} />}
      </Part>
      <Together shown={shown} refused={refused} />
      <Activity shown={shown} refused={refused} />
      <Part of={similar} name="Which issues are similar" within={within}>
        {answer => <Similar issues={answer} nowMs={nowMs} />}
      </Part>
    </>
  )
}
