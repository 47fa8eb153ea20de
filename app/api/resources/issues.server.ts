import { z } from 'zod'
import { type IssueState, isAssignedOrAcknowledged } from '../../../store/issues/derive-state.ts'
import { type Commit, getFirstCommit } from '../../../store/issues/get-first-commit.ts'
import { getIssue, type Issue } from '../../../store/issues/get-issue.ts'
import { getIssueTags, type IssueTags } from '../../../store/issues/get-issue-tags.ts'
import { type ListedIssue, listIssues } from '../../../store/issues/list-issues.ts'
import { listKnownIssues } from '../../../store/issues/list-known-issues.ts'
import { listSimilarIssues, type SimilarIssue } from '../../../store/issues/list-similar-issues.ts'
import type { NewIssueEvent } from '../../../store/issues/record-issue-events.ts'
import { nsOfMs } from '../../../store/units.ts'
import { changeRateLimiterContext } from '../../data/settings.ts'
import { layoutTags } from '../../insights/layout-tags.ts'
import { commitAddress } from '../../parts/commit/commit-address.ts'
import { recommendEvent } from '../../parts/event-context/recommend-event.ts'
import { checkChanges } from '../../parts/issue-actions/check-changes.server.ts'
import { MAX_CHARS, parseIssueAction } from '../../parts/issue-actions/parse-issue-action.ts'
import { recordActionEvents } from '../../parts/issue-actions/run-action.server.ts'
import { formatEvent } from '../../url/exception-path.ts'
import { ISSUE_SORTS, ISSUE_TABS, issueCodecs, issuePath } from '../../url/issue-filters.ts'
import { floorToInterval } from '../../url/time-range.ts'
import { defineList } from '../define/define-list.ts'
import { defineOperation, type RunContext } from '../define/operation.ts'
import {
  choiceOf,
  nameInPath,
  parameterOf,
  rangeShape,
  readSearch,
  resolveRange,
  scopeOf,
  scopeShape,
  searchShape,
  side,
} from '../define/parameters.ts'
import { invalidBody, invalidParameter, Problem } from '../define/problem.ts'
import { count, isBrowser, page, positionNs, time, writeTime } from '../define/values.ts'
import { authorOf, by } from './author-of.ts'

const tag = 'Issues'

const STATUSES = ['open', 'muted', 'resolved'] as const

const basics = {
  id: z.string(),
  page,
  status: z.enum(STATUSES),
  is_new: z.boolean().meta({ description: 'First seen within 24 hours.' }),
  is_regressed: z.boolean().meta({ description: 'Seen again in a release that should have the fix.' }),
  is_acknowledged: z.boolean(),
  owner: z.string().meta({ description: 'Empty for nobody.' }),
  type: z.string().meta({ description: 'Of its first exception, while one is stored; so is the message.' }),
  message: z.string(),
  service: z.string(),
  is_browser: z.boolean().meta({
    description: 'A browser sent one of its exceptions: anybody may have written type, message and place.',
  }),
  route: z.string(),
  function: z.string().meta({ description: 'The innermost function of the app, with its file.' }),
  first_release: z.string(),
  last_release: z.string(),
  first_seen: time,
  last_seen: time,
}
const counts = { events: count, sessions: count, users: count }

const item = z.object({ ...basics, ...counts }).meta({ id: 'Issue' })

/** Unlike the others, a time of first sight does not change while exceptions arrive. */
const LASTING_SORT = 'first'

/** By its rank, or where that does not change, by when it was first seen. */
const position = z.union([
  z.object({ rank: z.number().int().min(0).max(1_000_000) }),
  z.tuple([positionNs, z.string()]),
])
type Position = z.output<typeof position>

export const listIssuesOperation = defineList({
  id: 'listIssues',
  path: '/issues',
  tag,
  summary: 'Lists issues with exceptions in a time',
  description:
    'Counts are of the time. Only `sort=first` keeps its order while exceptions arrive: read all pages, and exports, with it.',
  query: {
    ...scopeShape,
    ...searchShape,
    tab: choiceOf(ISSUE_TABS, 'Which issues, by their state; `mine` are those of the owner of the token.'),
    side,
    route: parameterOf(issueCodecs.route, 'Route of the latest exception.'),
    owner: parameterOf(issueCodecs.owner, 'The name of the owner.'),
    sort: choiceOf(ISSUE_SORTS, 'What comes first.'),
  },
  item,
  position,
  checkExport({ sort }) {
    if (sort !== LASTING_SORT)
      throw invalidParameter('sort', `An export needs sort=${LASTING_SORT}, which does not change meanwhile.`)
  },
  async read(asked, { query: { tab, side, route, owner, sort, q, ...scope }, range, after, limit }) {
    const offset = after !== undefined && 'rank' in after ? after.rank : 0
    const { issues } = await asked.ask(listIssues, {
      ...scopeOf(asked, scope),
      ...{ range, tab, side, route, owner, sort, offset, limit },
      nowNs: nsOfMs(floorToInterval(asked.nowMs)),
      search: readSearch(q, 'issues'),
      who: asked.reader.name,
      after: after === undefined || 'rank' in after ? undefined : { firstSeenNs: BigInt(after[0]), issue: after[1] },
    })
    return issues.map((issue, i) => ({ issue, rank: offset + i + 1 }))
  },
  positionOf: ({ issue, rank }, { sort }): Position =>
    sort === LASTING_SORT ? [String(issue.firstSeenNs), issue.issue] : { rank },
  write: ({ issue }) => ({ ...writeBasics(issue), ...countsOf(issue) }),
})

function writeBasics({
  issue,
  state,
  isNew,
  summary,
  firstSeenNs,
  lastSeenNs,
}: Pick<ListedIssue, 'issue' | 'state' | 'isNew' | 'summary' | 'firstSeenNs' | 'lastSeenNs'>) {
  return {
    id: issue,
    page: issuePath(issue),
    status: state.status,
    is_new: isNew,
    is_regressed: isRegressed(state),
    is_acknowledged: isAssignedOrAcknowledged(state) && state.acknowledged !== undefined,
    owner: state.owner,
    type: summary?.type ?? '',
    message: summary?.message ?? '',
    service: summary?.service ?? '',
    is_browser: summary?.isBrowser ?? true,
    route: summary?.route ?? '',
    function: summary?.function ?? '',
    first_release: summary?.firstRelease ?? '',
    last_release: summary?.lastRelease ?? '',
    first_seen: writeTime(firstSeenNs),
    last_seen: writeTime(lastSeenNs),
  }
}

const isRegressed = ({ status, resolved }: IssueState) => status === 'open' && resolved?.regressed !== undefined

const countsOf = ({
  events,
  sessions,
  users,
}: {
  readonly events: number
  readonly sessions: number
  readonly users: number
}) => ({
  events,
  sessions,
  users,
})

const historyEntry = z.object({
  what: z.string().meta({ description: 'acknowledged, owner, note, muted, resolved, merged or undo; more may come.' }),
  value: z.string().meta({ description: 'Empty if it ends what was before.' }),
  by: z.string(),
  at: time,
  batch: z.string().meta({ description: 'Shared by all that one action did.' }),
  is_undone: z.boolean(),
})

const commitFields = {
  revision: z.string(),
  branch: z.string(),
  repository: z.string(),
  service: z.string(),
  release: z.string(),
  is_browser: isBrowser,
}

const MAX_SIMILAR = 6

const wholeIssue = z
  .object({
    ...basics,
    counts: z.object(counts).meta({ description: 'In the time.' }),
    counts_before: z.object(counts).meta({ description: 'In the same time before.' }),
    counts_all: z.object(counts).meta({ description: 'Of everything that is stored.' }),
    escalating: z
      .object({ now: count, usual: z.number() })
      .nullable()
      .meta({ description: 'Events of this hour and of the usual one, if there are far more.' }),
    merged: z.array(z.string()).meta({ description: 'Ids of the issues that people merged into it.' }),
    releases: z.array(z.object({ service: z.string(), release: z.string(), first_seen: time, last_seen: time })),
    exceptions: z
      .array(z.object({ id: z.string(), time, release: z.string() }))
      .meta({ description: 'The newest of the time, at most 100; `/exceptions?issue=` has all.' }),
    recommended_exception: z
      .string()
      .nullable()
      .meta({ description: 'Id of the one that tells most; null if none is stored of the time.' }),
    first_commit: z
      .object({ ...commitFields, page: z.string().meta({ description: 'Its address; empty if it is not known.' }) })
      .nullable()
      .meta({ description: 'What its first exception came from, as `vcs.ref.head.revision` tells.' }),
    similar: z
      .array(
        z.object({
          ...{ issue: z.string(), page, service: z.string(), is_browser: isBrowser, type: z.string() },
          message: z.string(),
          same_function: z.boolean(),
          similar_message: z.boolean(),
          last_seen: time,
        }),
      )
      .meta({ description: 'At most 6, of the issues that were seen last (20,000 by issue, service and release).' }),
    tags: z
      .array(
        z.object({
          tag: z.string(),
          values: z.array(
            z.object({
              value: z.string(),
              events: count,
              of: count,
              is_frequent: z.boolean().meta({ description: 'Far more than of all sessions.' }),
            }),
          ),
        }),
      )
      .meta({ description: 'What its newest exceptions have in common; first what they have more often than others.' }),
    history: z.array(historyEntry).meta({ description: 'What people did, newest first, at most 200.' }),
  })
  .meta({ id: 'WholeIssue' })

const issueParams = z.object({ issue: nameInPath('Id of the issue, escaped as in `page`.') })

export const getIssueOperation = defineOperation({
  ...{ id: 'getIssue', method: 'GET', path: '/issues/{issue}', permission: 'viewer', tag },
  summary: 'Reads an issue',
  description: 'For one that was merged into another, the other is answered.',
  params: issueParams,
  query: z.strictObject({
    ...rangeShape,
    env: scopeShape.env,
    service: scopeShape.service,
    release: scopeShape.release,
  }),
  answer: wholeIssue,
  hasEtag: true,
  async run(asked, { params, query }) {
    const range = resolveRange(query, asked.nowMs)
    const { env: environment, service, release } = query
    const filter = { range, nowNs: nsOfMs(floorToInterval(asked.nowMs)), environment, service, release }
    const found = await asked.ask(getIssue, { issue: params.issue, ...filter })
    const issue =
      found && 'mergedInto' in found ? await asked.ask(getIssue, { issue: found.mergedInto, ...filter }) : found
    if (issue === undefined || 'mergedInto' in issue) throw issueNotFound()
    const [similar, tags, commit] = await Promise.all([
      asked.ask(listSimilarIssues, { issue, limit: MAX_SIMILAR }),
      asked.ask(getIssueTags, { issue, range }),
      asked.ask(getFirstCommit, issue),
    ])
    return writeIssue(issue, { similar, tags, commit })
  },
})

const issueNotFound = () => new Problem('not-found', 'There is no such issue, or its exceptions have expired.')

interface IssueContext {
  readonly similar: readonly SimilarIssue[]
  readonly tags: IssueTags
  readonly commit: Commit | undefined
}

function writeIssue(issue: Issue, { similar, tags, commit }: IssueContext): z.input<typeof wholeIssue> {
  const { counts, spike, merged, releases, occurrences, history } = issue
  const recommended = recommendEvent(occurrences)
  return {
    ...writeBasics(issue),
    counts: countsOf(counts),
    counts_before: countsOf(counts.before),
    counts_all: countsOf(counts.all),
    escalating: spike === undefined ? null : { now: spike.now, usual: spike.usual },
    merged: [...merged],
    releases: releases.map(({ service, release, firstSeenNs, lastSeenNs }) => ({
      ...{ service, release },
      first_seen: writeTime(firstSeenNs),
      last_seen: writeTime(lastSeenNs),
    })),
    exceptions: occurrences.map(({ atNs, id, release }) => ({
      id: formatEvent({ atNs, id }),
      time: writeTime(atNs),
      release,
    })),
    recommended_exception: recommended === undefined ? null : formatEvent(recommended),
    first_commit: commit === undefined ? null : writeCommit(commit),
    similar: similar.map(of => ({
      ...{ issue: of.issue, page: issuePath(of.issue), service: of.service, is_browser: of.isBrowser, type: of.type },
      message: of.message,
      same_function: of.isThere,
      similar_message: of.isAlike,
      last_seen: writeTime(of.lastSeenNs),
    })),
    tags: layoutTags(tags).map(({ tag, values }) => ({
      tag,
      values: values.map(({ value, has, looked, isFrequent }) => ({
        value,
        events: has,
        of: looked,
        is_frequent: isFrequent,
      })),
    })),
    history: history.map(({ what, value, who, atNs, batch, isUndone }) => ({
      ...{ what, value, by: who, at: writeTime(atNs), batch },
      is_undone: isUndone,
    })),
  }
}

const writeCommit = (commit: Commit) => ({
  revision: commit.revision,
  branch: commit.branch,
  repository: commit.repository,
  service: commit.service,
  release: commit.release,
  is_browser: commit.isBrowser,
  page: commitAddress(commit),
})

const MUTE_NAMES = { 1: 'mute-1h', 24: 'mute-1d', 168: 'mute-7d', 720: 'mute-30d' } as const

const issueActions = [
  z.strictObject({
    action: z.enum(['acknowledge', 'unacknowledge', 'unassign', 'reopen', 'unmute', 'unmerge']),
    by,
  }),
  z.strictObject({ action: z.literal('assign'), owner: z.string().trim().min(1).max(MAX_CHARS.owner), by }),
  z.strictObject({
    action: z.literal('resolve'),
    in: z.enum(['now', 'next']).default('now').meta({ description: '`next`: in the next release.' }),
    by,
  }),
  z.strictObject({ action: z.literal('resolve-in'), release: z.string().trim().min(1).max(MAX_CHARS.release), by }),
  z.strictObject({
    action: z.literal('mute'),
    hours: z.union([z.literal(1), z.literal(24), z.literal(168), z.literal(720)]),
    by,
  }),
  z.strictObject({
    action: z.literal('mute-until'),
    until: z.enum(['events', 'sessions', 'rate']).meta({ description: '`rate`: so many events within an hour.' }),
    count: z.number().int().min(1).max(1_000_000),
    by,
  }),
  z.strictObject({ action: z.literal('comment'), text: z.string().trim().min(1).max(MAX_CHARS.note), by }),
  z.strictObject({ action: z.literal('merge'), into: z.string().trim().min(1).max(MAX_CHARS.into), by }),
] as const

const issueAction = z.discriminatedUnion('action', issueActions).meta({ id: 'IssueAction' })

/** The same as the fields of a form: both are checked by `parseIssueAction`. */
function fieldsOf(action: z.output<typeof issueAction>): Readonly<Record<string, string>> {
  switch (action.action) {
    case 'assign':
      return { do: 'assign', owner: action.owner }
    case 'resolve':
      return { do: action.in === 'next' ? 'resolve-next' : 'resolve' }
    case 'resolve-in':
      return { do: 'resolve-release', release: action.release }
    case 'mute':
      return { do: MUTE_NAMES[action.hours] }
    case 'mute-until':
      return { do: 'mute-until', until: action.until, count: String(action.count) }
    case 'comment':
      return { do: 'note', note: action.text }
    case 'merge':
      return { do: 'merge', into: action.into }
    default:
      return { do: action.action }
  }
}

export const actOnIssueOperation = defineOperation({
  ...{ id: 'actOnIssue', method: 'POST', path: '/issues/{issue}/actions', permission: 'triager', tag },
  summary: 'Acts on an issue',
  params: issueParams,
  query: z.strictObject({}),
  body: issueAction,
  status: 201,
  answer: z.object({ batch: z.string().meta({ description: 'As `history` of the issue has it.' }) }),
  async run(asked, { params: { issue }, body }) {
    const { who, eventsOf } = readAction(asked, body)
    const events = eventsOf([issue])
    if (events.length === 0) throw invalidBody('#/into', 'An issue cannot be merged into itself.')
    const checked = await checkChanges(asked, events)
    if ('refused' in checked) {
      if (checked.refused === 'too many') throw new Problem('too-many-requests', checked.error)
      if (checked.refused === 'unknown issue' && !checked.isTarget) throw issueNotFound()
      throw invalidBody('#/into', checked.error)
    }
    return { batch: await recordChanges(asked, who, checked.changes) }
  },
})

/** One array of them fits a parameter of ClickHouse. */
const KNOWN_AT_ONCE = 500
const MAX_ISSUES = 1_000
const issueIds = z
  .array(z.string().min(1).max(MAX_CHARS.into))
  .min(1)
  .max(MAX_ISSUES, `At most ${MAX_ISSUES} issues are changed at once.`)
  .meta({ description: 'Their ids.' })

export const actOnIssuesOperation = defineOperation({
  ...{ id: 'actOnIssues', method: 'POST', path: '/issues/actions', permission: 'triager', tag },
  summary: 'Acts on many issues at once',
  description: 'All that exist are changed, in one batch; each that is not is named.',
  params: z.object({}),
  query: z.strictObject({}),
  body: z.strictObject({ issues: issueIds, do: issueAction }).meta({ id: 'IssuesAction' }),
  status: 201,
  answer: z.object({
    batch: z.string().meta({ description: 'As `history` of the issues has it; empty if none was changed.' }),
    changed: z.array(z.string()),
    refused: z.array(z.object({ issue: z.string(), detail: z.string() })),
  }),
  async run(asked, { body: { issues: given, do: action } }) {
    const { who, eventsOf } = readAction(asked, action)
    const issues = [...new Set(given)]
    const known = new Set<string>()
    for (let i = 0; i < issues.length; i += KNOWN_AT_ONCE) {
      for (const issue of await asked.ask(listKnownIssues, { issues: issues.slice(i, i + KNOWN_AT_ONCE) }))
        known.add(issue)
    }
    const events = eventsOf(issues.filter(issue => known.has(issue)))
    const changed = new Set(events.map(({ issue }) => issue))
    const refused = issues
      .filter(issue => !changed.has(issue))
      .map(issue => ({
        issue,
        detail: known.has(issue) ? 'An issue cannot be merged into itself.' : 'There is no such issue.',
      }))
    if (events.length === 0) return { batch: '', changed: [], refused }
    const checked = await checkChanges(asked, events)
    if ('refused' in checked) {
      if (checked.refused === 'too many') throw new Problem('too-many-requests', checked.error)
      throw invalidBody('#/do/into', checked.error)
    }
    return { batch: await recordChanges(asked, who, checked.changes), changed: [...changed], refused }
  },
})

/** @returns By whom it is, and the changes that it is of issues. @throws {Problem} Without any name. */
function readAction(asked: RunContext, action: z.output<typeof issueAction>) {
  const who = authorOf(asked, action.by)
  const form = new FormData()
  for (const [name, value] of Object.entries(fieldsOf(action))) form.set(name, value)
  const parsed = parseIssueAction(form, { who, nowMs: asked.nowMs })
  if ('error' in parsed || 'undo' in parsed) throw new Error('What the schema lets through, a form accepts too.')
  const eventsOf = (issues: readonly string[]) => issues.flatMap(issue => parsed.events(issue, issues))
  return { who, eventsOf }
}

/** @returns The batch. */
async function recordChanges(asked: RunContext, who: string, statements: readonly NewIssueEvent[]): Promise<string> {
  const batch = await asked.ask(recordActionEvents, { who, atNs: nsOfMs(asked.nowMs), statements })
  asked.context.get(changeRateLimiterContext).spend(asked.limitKey, { batch, count: statements.length })
  return batch
}
