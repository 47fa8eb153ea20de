import type { AnswerOf } from '../../app/api/operation-types.ts'
import { suggestCall } from '../answer/call.ts'
import type { Limits } from '../answer/limits.ts'
import { plural } from '../answer/plural.ts'
import { fromPeople, fromSender, type JsonObject } from '../answer/sources.ts'
import type { LeaveOut } from '../answer/write-answer.ts'
import { issueHandle } from '../names/handles.ts'
import { writeException } from './get-exception.ts'
import { writeSteps } from './get-steps.ts'
import { resolveIssue } from './resolve-issue.ts'
import { tellIssue } from './told-issue.ts'
import { bySource, failingLeaves, type ToldSpan, tellSpan } from './told-spans.ts'
import { defineTool, name, reference, since } from './tool.ts'

/** One answer has a part of everything: the rest is in those of other tools. */
const [MAX_STEPS, MAX_LOGS, MAX_SIMILAR, MAX_TAGS, MAX_SAID, MAX_LEAVES, MAX_REPEATED] = [8, 6, 3, 6, 5, 3, 3]

export const getIssue = defineTool({
  name: 'get_issue',
  title: 'Get an issue',
  description:
    'Everything to fix an issue: what, since which release and commit, how many; one representative exception with its mapped stack and source lines, the span that failed below it with its statement, the steps before it, nearby log records, tags that stand out, similar issues, what people said.',
  input: {
    issue: reference.describe('An id, or an address of its page; also of one of its exceptions.'),
    release: name.optional(),
    environment: name.optional(),
    since: since.default('14d'),
  },
  async run(desk, { issue: typed, release, environment, since }) {
    const { id, exception: shown } = await resolveIssue(desk, typed)
    const scope = { issue: id, release, env: environment }
    const first = await desk.ask('getIssue', { ...scope, last: since })
    const issue = first.recommended_exception === null ? await desk.ask('getIssue', { ...scope, last: '90d' }) : first
    const representative = shown ?? issue.recommended_exception
    const [exception, context] =
      representative === null
        ? [undefined, undefined]
        : await Promise.all([
            desk.ask('getException', { exception: representative }),
            desk.ask('getExceptionContext', { exception: representative }),
          ])
    const handle = issueHandle(issue.id)
    const of = representative === null ? {} : { exception: representative }
    return {
      next: [
        ...(representative === null
          ? []
          : [suggestCall('get_exception', { ...of, frames: 'all' }), suggestCall('get_steps', of)]),
        ...(context?.trace
          ? [
              suggestCall('get_trace', {
                trace: context.trace.id,
                ...(exception?.span_id && { around: exception.span_id }),
              }),
            ]
          : []),
      ],
      write: (limits, leaveOut) => ({
        from_desk: {
          issue: handle,
          status: issue.status,
          ...(issue.is_new && { is_new: true }),
          ...(issue.is_regressed && { is_regressed: true }),
          ...(issue.is_acknowledged && { is_acknowledged: true }),
          ...(issue.escalating !== null && {
            events_this_hour: issue.escalating.now,
            usual_per_hour: issue.escalating.usual,
          }),
          since: issue === first ? since : '90d',
          events: issue.counts.events,
          sessions: issue.counts.sessions,
          users: issue.counts.users,
          events_before: issue.counts_before.events,
          events_in_all: issue.counts_all.events,
          first_seen: issue.first_seen,
          last_seen: issue.last_seen,
          ...(handle === issue.id && { page: `${desk.url}${issue.page}` }),
        },
        ...tellIssue(issue, Math.min(limits.text, 600)),
        ...(issue.first_commit !== null && { first_commit: writeCommit(issue.first_commit, limits.text) }),
        ...(exception && { exception: writeException(exception, { limits, leaveOut }) }),
        ...(context && writeContext(context, exception?.span_id ?? '', { limits, leaveOut, of })),
        ...writeTags(issue, limits),
        ...(issue.similar.length > 0 && {
          similar_issues: issue.similar.slice(0, Math.min(MAX_SIMILAR, limits.rows)).map(similar => ({
            from_desk: {
              issue: issueHandle(similar.issue),
              last_seen: similar.last_seen,
              ...(similar.same_function && { same_function: true }),
            },
            ...fromSender(
              similar.is_browser,
              { type: similar.type, message: similar.message, service: similar.service },
              Math.min(limits.text, 200),
            ),
          })),
        }),
        ...writeSaid(issue, limits, { leaveOut, page: handle === issue.id ? `${desk.url}${issue.page}` : 'its page' }),
      }),
    }
  },
})

function writeCommit(commit: NonNullable<AnswerOf<'getIssue'>['first_commit']>, maxChars: number): JsonObject {
  const { revision, branch, repository, service, release, page } = commit
  return fromSender(commit.is_browser, { revision, branch, repository, service, release, page }, maxChars)
}

interface ContextOptions {
  readonly limits: Limits
  readonly leaveOut: LeaveOut
  /** The exception, as an argument of a call. */
  readonly of: Readonly<Record<string, string>>
}

function writeContext(
  { trace, steps, has_more_steps: hasMore, logs }: AnswerOf<'getExceptionContext'>,
  span: string,
  { limits, leaveOut, of }: ContextOptions,
): JsonObject {
  const maxChars = Math.min(limits.text, 1_000)
  const shownLogs = logs.slice(0, Math.min(MAX_LOGS, limits.rows))
  return {
    ...(trace && { trace: writeTrace(trace, span, { limits, leaveOut }) }),
    ...writeSteps(steps, {
      hasMore,
      limits: { ...limits, rows: Math.min(limits.rows, MAX_STEPS) },
      leaveOut,
      more: suggestCall('get_steps', of),
    }),
    ...(shownLogs.length > 0 && {
      logs: bySource(shownLogs, {
        isBrowser: log => log.is_browser,
        tell: ({ when, severity, service, body }) => ({ when, severity, service, body }),
        maxChars: Math.min(maxChars, 400),
      }),
    }),
  }
}

function writeTrace(
  trace: NonNullable<AnswerOf<'getExceptionContext'>['trace']>,
  span: string,
  { limits, leaveOut }: Pick<ContextOptions, 'limits' | 'leaveOut'>,
): JsonObject {
  const leaves = failingLeaves(trace.spans, span).filter(({ id }) => id !== span)
  const byId = new Map(trace.spans.map(each => [each.id, each]))
  const repeated = trace.repeated.flatMap(group => {
    const first = byId.get(group.spans[0] ?? '')
    return first === undefined ? [] : [{ group, first }]
  })
  const shown = leaves.slice(0, Math.min(MAX_LEAVES, limits.rows))
  const maxChars = Math.min(limits.text, 1_000)
  const isBrowser = (one: ToldSpan) => one.is_browser
  const hidden = trace.total_spans - shown.length
  return {
    from_desk: { trace: trace.id, spans: trace.total_spans, failed_spans: trace.failed_spans },
    ...(shown.length > 0 && { failed_below: bySource(shown, { isBrowser, tell: each => tellSpan(each), maxChars }) }),
    ...(repeated.length > 0 && {
      repeated: bySource(repeated.slice(0, Math.min(MAX_REPEATED, limits.rows)), {
        isBrowser: ({ first }) => first.is_browser,
        tell: ({ group, first }) => tellSpan(first, { times: group.count, total_ms: group.total_ms }),
        maxChars,
      }),
    }),
    ...(hidden > 0 &&
      leaveOut(
        plural(hidden, 'span'),
        suggestCall('get_trace', { trace: trace.id, ...(span !== '' && { around: span }) }),
      )),
  }
}

/** Values that are far more frequent than in other sessions, or else what all have. */
function writeTags({ tags, is_browser: isBrowser }: AnswerOf<'getIssue'>, limits: Limits): JsonObject {
  const frequent = tags
    .flatMap(({ tag, values }) => values.filter(value => value.is_frequent).map(value => ({ tag, ...value })))
    .slice(0, Math.min(MAX_TAGS, limits.rows))
  if (frequent.length === 0) return {}
  const told = frequent.map(({ tag, value, events, of }) => ({ tag, value, share: `${events} of ${of}` }))
  return { tags_that_stand_out: fromSender(isBrowser, { tags: told }, Math.min(limits.text, 200)) }
}

function writeSaid(
  { owner, history }: AnswerOf<'getIssue'>,
  limits: Limits,
  { leaveOut, page }: { readonly leaveOut: LeaveOut; readonly page: string },
): JsonObject {
  const said = history.filter(({ is_undone: isUndone }) => !isUndone)
  const shown = said.slice(0, Math.min(MAX_SAID, limits.rows))
  const told = shown.map(({ what, value, by, at }) => ({ what, value, by, at }))
  return {
    ...fromPeople({ owner, said: told }, Math.min(limits.text, 500)),
    ...(shown.length < said.length && leaveOut(plural(said.length - shown.length, 'earlier note'), page)),
  }
}
