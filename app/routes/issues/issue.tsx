import { Fragment, Suspense } from 'react'

import { data, useSearchParams } from 'react-router'

import { exceptionTitle } from '../../format/exception-title.ts'
import { clipLine } from '../../stacks/clip.ts'
import { TimeSeries } from '../../ui/charts/time-series.tsx'
import { CopyAs } from '../../ui/elements/copy-as.tsx'
import { lazySection } from '../../ui/elements/lazy-section.ts'
import { InvalidFilters } from '../../ui/filters/invalid-filters.tsx'
import { withParams } from '../../url/filter-links.ts'
import { issuePath } from '../../url/issue-filters.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import { scopeCodecs } from '../../url/scope.ts'
import type { Route } from './+types/issue.ts'
import { ActionError, ActionResult } from './action-result.tsx'
import { NO_RESULT } from './issue-action.ts'
import { IssueFacts } from './issue-facts.tsx'
import { IssueForm } from './issue-form.tsx'
import { loadIssue } from './load-issue.server.ts'
import { runAction } from './run-action.server.ts'

const body = lazySection(async () => (await import('./issue-body.tsx')).IssueBody)

/** Answers 404 for an unknown issue, and redirects to the issue that it was merged into. */
export async function loader(args: Route.LoaderArgs) {
  const [issue] = await Promise.all([loadIssue(args), body.ready()])
  return issue.shown === undefined ? data(issue, { status: 400 }) : issue
}

/** Changes this issue; `unmerge` takes one out of it again. */
export function action(args: Route.ActionArgs) {
  return runAction(args, async form => {
    const merged = form.get('unmerge')
    return [form.get('do') === 'unmerge' && typeof merged === 'string' ? merged : decodePathSegment(args.params.issue)]
  })
}

export default function IssuePage({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, filterErrors } = loaderData
  const [params] = useSearchParams()
  if (shown === undefined) {
    return (
      <>
        <title>Issue · Errata</title>
        <h1>Issue</h1>
        <InvalidFilters filterErrors={filterErrors} />
      </>
    )
  }
  const { words, issue, chart, change, stateText, exception } = shown
  const title = exceptionTitle(words, exception?.type.trim() || `Issue ${issue}`)
  const { from, to } = scopeCodecs
  return (
    <div className="issue-page">
      <title>{`${title.slice(0, 80)} · Errata`}</title>
      <div className="exception-head">
        <div className="page-head">
          <h1 className="break">{title}</h1>
          <p className="button-row">
            <CopyAs form="Markdown" path={`${issuePath(issue)}/text?as=markdown`} />
            <a href={`${issuePath(issue)}/text?as=json`} className="button copy">
              As JSON
            </a>
          </p>
        </div>
        <p className="muted break">
          {[...new Set([words?.type, words?.route, words?.function])]
            .filter(part => part?.trim() && part !== title)
            .map((part = '', nth) => (
              <Fragment key={part}>
                {nth > 0 && ' · '}
                <span>{clipLine(part, 200)}</span>
              </Fragment>
            ))}
        </p>
        <p className="break">
          {stateText} <span className="muted">{shown.ownerText}</span>
        </p>
      </div>
      <ActionResult />
      <ActionError actionError={actionData} />
      <IssueForm shown={shown} actionError={actionData} />
      <div className="panel padded">
        <TimeSeries
          title="Events"
          caption={change}
          chart={chart}
          linkTo={({ fromNs, toNs }) =>
            withParams(params, { ...NO_RESULT, last: '', from: from.format(fromNs), to: to.format(toNs) })
          }
        />
      </div>
      <IssueFacts shown={shown} />
      <Suspense>
        <body.Section shown={shown} actionError={actionData} />
      </Suspense>
    </div>
  )
}
