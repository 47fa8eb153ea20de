import { Fragment, Suspense } from 'react'
import { data, redirect, useSearchParams } from 'react-router'
import { getException } from '../../../store/exceptions/get-exception.ts'
import { listRules } from '../../../store/issue-events/list-rules.ts'
import { getIssue } from '../../../store/issues/get-issue.ts'
import { listSimilarIssues } from '../../../store/issues/list-similar-issues.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import { awaitUpTo, timeToFirstByte } from '../../server/await-up-to.ts'
import { lowPriority, query, tryQuery } from '../../server/query.ts'
import { settingsContext } from '../../server/settings.ts'
import { clipLine } from '../../stacks/clip.ts'
import { mapAtReading } from '../../stacks/map-exception.server.ts'
import { showException, summaryOf } from '../../stacks/show-exception.ts'
import { TimeSeries } from '../../ui/charts/time-series.tsx'
import { comesLater } from '../../ui/comes-later.ts'
import { CopyAs } from '../../ui/copy-as.tsx'
import { NotAsked } from '../../ui/not-asked.tsx'
import { readExceptionAddress } from '../../url/exception-address.ts'
import { leaveOutEmpty, withParams } from '../../url/filter-links.ts'
import { issuePath } from '../../url/issue-filters.ts'
import { nameOfPath } from '../../url/name-in-path.ts'
import { notFound } from '../../url/not-found.ts'
import { hiddenServices, readScope, scopeCodecs } from '../../url/scope.ts'
import { readStackChoice } from '../../url/stack-view.ts'
import { whenSpansExpired } from '../digest/tell-absence.ts'
import type { Route } from './+types/issue.ts'
import { act } from './act.server.ts'
import { Done, NotDone } from './done.tsx'
import { IssueFacts } from './issue-facts.tsx'
import { IssueForm } from './issue-form.tsx'
import { NOTHING_DONE } from './read-wish.ts'
import { recommend } from './recommend.ts'
import {
  askAround,
  askTags,
  changeInWords,
  digestsOf,
  layIssueChart,
  releasesOf,
  rulesOf,
  sessionsHit,
} from './show-issue.server.ts'
import { stateInWords, whoseInWords } from './state-in-words.ts'
import { readWho } from './who.server.ts'

const body = comesLater(async () => (await import('./issue-body.tsx')).IssueBody)

/** Answers 404 for an issue that was never seen, and leads on where it was merged into another. */
export async function loader(args: Route.LoaderArgs) {
  leaveOutEmpty(args.url)
  const nowMs = Date.now()
  const { filters, faults, range } = readScope(args.url.searchParams, nowMs)
  if (faults.length > 0) return data({ faults, shown: undefined }, { status: 400 })
  const { service, environment, release } = filters
  const hidden = hiddenServices({ ...filters, own: true }, args.context.get(settingsContext).ownServices)
  const nowNs = BigInt(nowMs) * 1_000_000n
  const asked = { issue: nameOfPath(args.params.issue), range, nowNs, service, environment, release, hidden }
  const issue = await query(args, getIssue, asked)
  if (issue === undefined) throw notFound('The store has no such issue. Its exceptions may have expired.')
  if ('mergedInto' in issue) throw redirect(`${issuePath(issue.mergedInto)}${args.url.search}`)

  const wanted = readExceptionAddress(args.url.searchParams.get('at') ?? '')
  const address = wanted ?? recommend(issue.occurrences)
  const found = address && (await query(args, getException, address))
  const [mapped, parts, rules] = await Promise.all([
    found && mapAtReading(args, found),
    awaitUpTo(timeToFirstByte({ url: args.url, nowMs }), {
      around: found ? tryQuery(args, askAround, found, lowPriority) : Promise.resolve({ answer: undefined }),
      tags: tryQuery(args, askTags, { issue, range }, lowPriority),
      similar: tryQuery(args, listSimilarIssues, { issue, limit: 6 }, lowPriority),
    }),
    issue.byRules.length > 0 ? query(args, listRules, {}) : [],
    body.ready(),
  ])
  const { retentionDays } = args.context.get(settingsContext)
  const at = issue.occurrences.findIndex(one => one.id === address?.id && one.atNs === address.atNs)
  return {
    faults,
    shown: {
      nowMs,
      who: readWho(args.request),
      issue: issue.issue,
      words: issue.words,
      merged: issue.merged,
      rules: rulesOf(issue, rules),
      owner: issue.state.owner,
      acknowledged: issue.state.acknowledged,
      isMuted: issue.state.muted !== undefined,
      isResolved: issue.state.resolved !== undefined,
      sentence: stateInWords(issue),
      whose: whoseInWords(issue.state),
      change: changeInWords(issue),
      firstSeenNs: issue.firstSeenNs,
      lastSeenNs: issue.lastSeenNs,
      chart: layIssueChart(issue, range),
      releases: releasesOf(issue),
      order: [...new Set(issue.order.toReversed().map(one => one.release))].slice(0, 50),
      sessions: sessionsHit(issue),
      digests: digestsOf(issue),
      history: issue.history,
      exception: mapped && showException(mapped, readStackChoice(args.url.searchParams)),
      summary: found && summaryOf(found),
      /** Where no span of the exception's trace is there. */
      spansExpiredNs: found && whenSpansExpired({ nowMs, atNs: found.atNs, retentionDays }),
      ...parts,
      occurrence: issue.occurrences[at],
      isRecommended: wanted === undefined,
      newer: at > 0 ? issue.occurrences[at - 1] : undefined,
      older: at === -1 ? undefined : issue.occurrences[at + 1],
    },
  }
}

/** Says something of this issue; `part` takes one out of it again. */
export function action(args: Route.ActionArgs) {
  return act(args, async form => {
    const merged = form.get('unmerge')
    return [form.get('do') === 'unmerge' && typeof merged === 'string' ? merged : nameOfPath(args.params.issue)]
  })
}

export type ShownIssue = NonNullable<Route.ComponentProps['loaderData']['shown']>

export default function IssuePage({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, faults } = loaderData
  const [params] = useSearchParams()
  if (shown === undefined) {
    return (
      <>
        <title>Issue · Errata</title>
        <h1>Issue</h1>
        <NotAsked faults={faults} />
      </>
    )
  }
  const { words, issue, chart, change, sentence, exception } = shown
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
          {sentence} <span className="muted">{shown.whose}</span>
        </p>
      </div>
      <Done />
      <NotDone refused={actionData} />
      <IssueForm shown={shown} refused={actionData} />
      <div className="panel padded">
        <TimeSeries
          title="Events"
          caption={change}
          chart={chart}
          linkTo={({ fromNs, toNs }) =>
            withParams(params, { ...NOTHING_DONE, last: '', from: from.format(fromNs), to: to.format(toNs) })
          }
        />
      </div>
      <IssueFacts shown={shown} />
      <Suspense>
        <body.Shown shown={shown} refused={actionData} />
      </Suspense>
    </div>
  )
}
