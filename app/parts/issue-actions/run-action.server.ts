import { data, redirect } from 'react-router'
import { authorOfPerson } from '../../../store/accounts/name-author.ts'
import { listIssuesOfBatch } from '../../../store/issues/list-issues-of-batch.ts'
import { listKnownIssues } from '../../../store/issues/list-known-issues.ts'
import { hasRoomForMerges } from '../../../store/issues/merges.ts'
import { readIssueEvents } from '../../../store/issues/read-states.ts'
import { type NewIssueEvent, recordIssueEvents, undoActionBatch } from '../../../store/issues/record-issue-events.ts'
import type { Store } from '../../../store/store.ts'
import { accessContext } from '../../access/access.server.ts'
import { readFormAuthor } from '../../access/author-cookie.ts'
import { limitKeyOf } from '../../access/reader.ts'
import { query, tryQuery } from '../../data/query.ts'
import { changeRateLimiterContext } from '../../data/settings.ts'
import { createOutageResponse } from '../../http/outage-response.ts'
import { changeParams } from '../../url/filter-links.ts'
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
  const statements = issues.flatMap(issue => asked.events(issue, issues)).map(event => nameOwner(args, event))
  if (statements.length === 0) return rejectAction('Select another issue to merge into.', { form })
  const refused = await validate(args, form, statements)
  if (refused !== undefined) return refused
  const told = await tryQuery(args, recordActionEvents, { who, atNs, statements })
  if ('outage' in told) {
    const { kind, what, advice } = told.outage
    if (kind !== 'full') throw createOutageResponse(told.outage)
    return rejectAction(`${what} ${advice}`, { form, status: 507 })
  }
  const { answer: done } = told
  args.context.get(changeRateLimiterContext).spend(limitKeyOf(args), { batch: done, count: statements.length })
  const of = new Set(statements.map(({ issue }) => issue)).size
  return redirect(pathWithActionResult(args.url, { done, did: asked.action, of: String(of) }), { headers })
}

/** An owner who has an account is stored as a person; any other text, such as the name of a team, as it was typed. */
function nameOwner({ context }: ActionArgs, event: NewIssueEvent): NewIssueEvent {
  if (event.what !== 'owner') return event
  const [person, ...others] = context.get(accessContext).findPeople(event.value)
  return person === undefined || others.length > 0 ? event : { ...event, value: authorOfPerson(person.id) }
}

/** @returns why these changes are rejected; `undefined` if they are not */
async function validate(args: ActionArgs, form: FormData, statements: readonly NewIssueEvent[]) {
  if (!args.context.get(changeRateLimiterContext).allows(limitKeyOf(args), statements.length)) return rateLimited(form)
  const added = statements.flatMap(({ issue, what, value }) =>
    what === 'merged' && value !== '' ? [{ issue, into: value }] : [],
  )
  const targets = added.map(({ into }) => into)
  const issues = new Set([...statements.map(({ issue }) => issue), ...targets])
  const known = new Set(await query(args, listKnownIssues, { issues: [...issues] }))
  const unknown = [...issues].find(issue => !known.has(issue))
  if (unknown !== undefined) {
    const field = targets.includes(unknown) ? 'into' : ''
    return rejectAction(`Issue not found: ${unknown.slice(0, 128)}.`, { form, field })
  }
  if (targets.length === 0) return undefined
  const { merges } = await query(args, readIssueEvents, {})
  return hasRoomForMerges(merges, added) ? undefined : rejectAction('Too many merged issues.', { form })
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
