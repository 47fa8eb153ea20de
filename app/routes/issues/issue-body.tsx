import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { withParams } from '../../url/filter-links.ts'
import { Activity } from './activity.tsx'
import { EventContext } from './event-context.tsx'
import { EventSection } from './event-section.tsx'
import { GroupingSection } from './grouping-section.tsx'
import { NO_RESULT } from './issue-action.ts'
import type { ShownIssue } from './load-issue.server.ts'
import type { ActionFault } from './run-action.server.ts'
import { SimilarIssues } from './similar-issues.tsx'
import { Tags } from './tags.tsx'

interface IssueBodyProps {
  readonly shown: ShownIssue
  readonly actionError: ActionFault | undefined
}

/** What stands below an issue's facts: one of its exceptions with all round it, what they have in common, and what was said of it. */
export function IssueBody({ shown, actionError }: IssueBodyProps): ReactNode {
  const { summary, context, tags, similar, issue, nowMs } = shown
  const [params] = useSearchParams()
  // What was said of it changes none of it: it stays where it is until it is there anew.
  const within = issue + withParams(params, NO_RESULT)
  return (
    <>
      <EventSection shown={shown} />
      {summary !== undefined && (
        <DeferredSection of={context} name="What happened round it" holds="table" within={within}>
          {answer => answer && <EventContext of={answer} summary={summary} shown={shown} />}
        </DeferredSection>
      )}
      <DeferredSection of={tags} name="What they have in common" holds="table" within={within}>
        {answer => <Tags tags={answer} />}
      </DeferredSection>
      <GroupingSection shown={shown} actionError={actionError} />
      <Activity shown={shown} actionError={actionError} />
      <DeferredSection of={similar} name="Which issues are similar" within={within}>
        {answer => <SimilarIssues issues={answer} nowMs={nowMs} />}
      </DeferredSection>
    </>
  )
}
