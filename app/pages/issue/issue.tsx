import { data, Form } from 'react-router'
import { findWatching } from '../../parts/alerts/find-watching.server.ts'
import { WatchedBy } from '../../parts/alerts/watched-by.tsx'
import { ActionBar } from '../../parts/issue-actions/action-bar.tsx'
import { ActionResult } from '../../parts/issue-actions/action-result.tsx'
import { NO_ACTION_RESULT } from '../../parts/issue-actions/parse-issue-action.ts'
import { runAction } from '../../parts/issue-actions/run-action.server.ts'
import { TimeSeries } from '../../ui/charts/time-series.tsx'
import { CopyAs } from '../../ui/copy/copy-as.tsx'
import { InvalidFilters } from '../../ui/feedback/invalid-filters.tsx'
import { issuePath } from '../../url/issue-filters.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import type { Route } from './+types/issue.ts'
import { EventSection } from './event-section.tsx'
import { IssueBody } from './issue-body.tsx'
import { IssueHeader } from './issue-header.tsx'
import { IssueSidebar } from './issue-sidebar.tsx'
import { loadIssue } from './load-issue.server.ts'

/** Answers 404 for an unknown issue; redirects to the issue into which it was merged, or to which the selected event belongs. */
export async function loader(args: Route.LoaderArgs) {
  const issue = await loadIssue(args)
  const { shown } = issue
  if (shown === undefined) return data({ ...issue, watching: undefined }, { status: 400 })
  const about = { service: shown.issueSummary?.service ?? '', environment: '', release: '', issue: shown.issue }
  return { ...issue, watching: await findWatching(args, 'issue', about) }
}

/** Changes this issue; an unmerge changes the merged issue that its form names. */
export function action(args: Route.ActionArgs) {
  return runAction(args, async form => {
    const merged = form.get('merged')
    return [form.get('do') === 'unmerge' && typeof merged === 'string' ? merged : decodePathSegment(args.params.issue)]
  })
}

const ALERT_OFFERS = [
  ['issue', 'issues'],
  ['count', 'how many'],
] as const

export default function IssuePage({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, filterErrors, watching } = loaderData
  if (shown === undefined) {
    return (
      <>
        <title>Issue · Errata</title>
        <h1>Issue</h1>
        <InvalidFilters filterErrors={filterErrors} />
      </>
    )
  }
  const { title, issue, chart, change, order, state, ticketUrl } = shown
  return (
    <div className="issue-page">
      <title>{`${`${title.type} ${title.message}`.trim().slice(0, 80)} · Errata`}</title>
      <div className="page-head">
        <IssueHeader shown={shown} />
        <Form method="post" preventScrollReset>
          <ActionBar releases={order} state={state}>
            <a href="#grouping" className="button">
              Merge
            </a>
            {ticketUrl !== '' && (
              <a href={ticketUrl} className="button" rel="noreferrer">
                Create ticket
              </a>
            )}
            <CopyAs form="Markdown" path={`${issuePath(issue)}/text?as=markdown`} />
            <a href={`${issuePath(issue)}/text?as=json`} className="button copy">
              As JSON
            </a>
          </ActionBar>
        </Form>
      </div>
      <ActionResult actionError={actionData} />
      <div className="with-facets">
        <div>
          <div className="panel padded trend">
            <TimeSeries title="Trend" caption={change} chart={chart} without={NO_ACTION_RESULT} />
          </div>
          {watching && (
            <WatchedBy
              rules={watching}
              about={{ service: shown.issueSummary?.service ?? '', issue }}
              offers={ALERT_OFFERS}
            />
          )}
          <EventSection shown={shown} />
          <IssueBody shown={shown} actionError={actionData} />
        </div>
        <IssueSidebar shown={shown} />
      </div>
    </div>
  )
}
