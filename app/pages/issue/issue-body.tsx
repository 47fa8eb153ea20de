import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { NO_ACTION_RESULT } from '../../parts/issue-actions/parse-issue-action.ts'
import type { ActionError } from '../../parts/issue-actions/run-action.server.ts'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { changeParams } from '../../url/filter-links.ts'
import { IssueActivity } from './activity.tsx'
import { ExceptionContext } from './event/exception-context.tsx'
import { EventContext } from './event-context.tsx'
import { GroupingSection } from './grouping-section.tsx'
import type { IssuePageData } from './load-issue.server.ts'
import { SimilarIssues } from './similar-issues.tsx'

interface IssueBodyProps {
  readonly shown: IssuePageData
  readonly actionError: ActionError | undefined
}

/** The part of an issue's page below the stack: trace, breadcrumbs and attributes of the event, activity, grouping and similar issues. */
export function IssueBody({ shown, actionError }: IssueBodyProps): ReactNode {
  const { summary, context, similar, issue, exception, nowMs } = shown
  const [params] = useSearchParams()
  // Actions do not change it, so it stays until the page is reloaded.
  const within = issue + changeParams(params, NO_ACTION_RESULT)
  return (
    <>
      {summary !== undefined && (
        <DeferredSection result={context} name="Trace and breadcrumbs" holds="screen" within={within}>
          {answer => answer && <EventContext excerpt={answer} summary={summary} shown={shown} />}
        </DeferredSection>
      )}
      {exception !== undefined && <ExceptionContext exception={exception} />}
      <IssueActivity shown={shown} actionError={actionError} />
      <GroupingSection shown={shown} />
      <DeferredSection result={similar} name="Similar issues" within={within}>
        {answer => <SimilarIssues issues={answer} nowMs={nowMs} />}
      </DeferredSection>
    </>
  )
}
