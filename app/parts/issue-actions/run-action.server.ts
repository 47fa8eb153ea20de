import { data, redirect } from 'react-router'
import { listIssuesOfBatch } from '../../../store/issues/list-issues-of-batch.ts'
import { recordIssueEvents, undoActionBatch } from '../../../store/issues/record-issue-events.ts'
import type { Store } from '../../../store/store.ts'
import { readFormAuthor } from '../../access/author-cookie.ts'
import { limitKeyOf } from '../../access/reader.ts'
import { query, tryQuery } from '../../data/query.ts'
import { changeRateLimiterContext } from '../../data/settings.ts'
import { createOutageResponse } from '../../http/outage-response.ts'
import { changeParams } from '../../url/filter-links.ts'
import { checkChanges } from './check-changes.server.ts'
import { ACTION_RESULT_PARAMS, MAX_ISSUES, parseIssueAction } from './parse-issue-action.ts'

type ActionArgs = Parameters<typeof query>[0] & { readonly url: URL }

/**
 * Runs the action of a form and redirects to its page, which offers to undo it.
 *
 * @param issuesOf reads the issues to change from the form
 * @returns 400 with an `error` for an invalid form, 429 for a reader who changed too much within an hour, 507 if the disk is full
 */
export async function runAction(args: ActionArgs, issuesOf: (form: FormData) => Promise<readonly string[]>) {
  const form = await args.request.formData().catch(() => undefined)
  if (form === undefined) return rejectAction('The form could not be read.')
  const { who, headers } = await readFormAuthor(form, args)
  const nowMs = Date.now()
  const atNs = BigInt(nowMs) * 1_000_000n
  if (form.get('do') === 'name') return redirect(pathWithActionResult(args.url, {}), { headers })
  const asked = parseIssueAction(form, { who, nowMs })
  if ('error' in asked) return rejectAction(asked.error, { form, field: asked.field })
  if ('undo' in asked) {
    const issues = await query(args, listIssuesOfBatch, { batch: asked.undo })
    if (issues.length === 0) return rejectAction('Nothing to undo.')
    await query(args, undoActionBatch, { who, atNs, batch: asked.undo, issues })
    args.context.get(changeRateLimiterContext).giveBack(asked.undo)
    return redirect(pathWithActionResult(args.url, { did: 'undo', of: String(issues.length) }))
  }
  const issues = [...new Set(await issuesOf(form))]
  if (issues.length === 0) return rejectAction('Select at least one issue.', { form })
  if (issues.length > MAX_ISSUES) return rejectAction(`At most ${MAX_ISSUES} issues can be changed at once.`, { form })
  const events = issues.flatMap(issue => asked.events(issue, issues))
  if (events.length === 0) return rejectAction('Select another issue to merge into.', { form })
  const limitKey = limitKeyOf(args)
  const checked = await checkChanges(
    { context: args.context, limitKey, ask: (run, params) => query(args, run, params) },
    events,
  )
  if ('refused' in checked) {
    if (checked.refused === 'too many') return rateLimited(form)
    return rejectAction(checked.error, { form, field: checked.isTarget ? 'into' : '' })
  }
  const { changes: statements } = checked
  const told = await tryQuery(args, recordActionEvents, { who, atNs, statements })
  if ('outage' in told) {
    const { kind, what, advice } = told.outage
    if (kind !== 'full') throw createOutageResponse(told.outage)
    return rejectAction(`${what} ${advice}`, { form, status: 507 })
  }
  const { answer: done } = told
  args.context.get(changeRateLimiterContext).spend(limitKey, { batch: done, count: statements.length })
  const of = new Set(statements.map(({ issue }) => issue)).size
  return redirect(pathWithActionResult(args.url, { done, did: asked.action, of: String(of) }), { headers })
}

/** Without the signal of the request: a change is made even if the reader has left. */
export const recordActionEvents = (store: Store, stated: Parameters<typeof recordIssueEvents>[1]) =>
  recordIssueEvents(store, stated)

/**
 * @param options.form what was sent, to show it again, also without scripts
 * @param options.field the name of the field to fill
 */
export const rejectAction = (error: string, { form = new FormData(), field = '', status = 400 }: RefuseOptions = {}) =>
  data(
    {
      error,
      field,
      sent: [...form].flatMap(([name, value]): SubmittedFields => (typeof value === 'string' ? [[name, value]] : [])),
    },
    { status },
  )

/** The reader has changed more than is allowed in an hour. */
export const rateLimited = (form: FormData) =>
  rejectAction('Too many changes within an hour. Try again later.', { form, status: 429 })

interface RefuseOptions {
  readonly form?: FormData
  readonly field?: string | undefined
  readonly status?: number
}

/** The fields of a rejected form, by name. */
export type SubmittedFields = readonly (readonly [name: string, value: string])[]

/** Why an action was rejected. */
export type ActionError = ReturnType<typeof rejectAction>['data']

function pathWithActionResult({ pathname, searchParams }: URL, params: Readonly<Record<string, string>>): string {
  const withoutLast = Object.fromEntries(ACTION_RESULT_PARAMS.map(name => [name, '']))
  return (pathname + changeParams(searchParams, { ...withoutLast, ...params })).replace(/\?$/, '')
}
