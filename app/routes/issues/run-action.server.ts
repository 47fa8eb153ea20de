import { data, redirect } from 'react-router'
import { listBatch } from '../../../store/issue-events/list-batch.ts'
import { roomForMerges } from '../../../store/issue-events/merges.ts'
import { recordIssueEvents, type Statement, undo } from '../../../store/issue-events/record-issue-events.ts'
import { listKnownIssues } from '../../../store/issues/list-known-issues.ts'
import { readIssueEvents } from '../../../store/issues/read-states.ts'
import type { Store } from '../../../store/store.ts'
import { readFormAuthor } from '../../server/author-cookie.ts'
import { clientAddressOf } from '../../server/client-address.ts'
import { outageResponse, query, tryQuery } from '../../server/query.ts'
import { budgetContext } from '../../server/settings.ts'
import { OUTAGE_TEXT } from '../../ui/feedback/outage.ts'
import { MAX_ISSUES, parseIssueAction, RESULT_PARAMS } from './issue-action.ts'

type ActionArgs = Parameters<typeof query>[0] & { readonly url: URL }

/**
 * Does what a form asks for and leads back to where it stood, which says what was done and takes it back. Answers 400 with a `fault` where
 * nothing could be done, 429 where somebody did too much.
 *
 * @param issuesOf the issues that are meant, of a form
 */
export async function runAction(args: ActionArgs, issuesOf: (form: FormData) => Promise<readonly string[]>) {
  const form = await args.request.formData().catch(() => undefined)
  if (form === undefined) return fault('The form could not be read.')
  const { who, headers } = readFormAuthor(form, args.request)
  const nowMs = Date.now()
  const atNs = BigInt(nowMs) * 1_000_000n
  if (form.get('do') === 'name') return redirect(backTo(args.url, {}), { headers })
  const action = parseIssueAction(form, { who, nowMs })
  if ('fault' in action) return fault(action.fault, { form, field: action.field })
  if ('undo' in action) {
    const issues = await query(args, listBatch, { batch: action.undo })
    if (issues.length === 0) return fault('There is nothing to undo.')
    await query(args, undo, { who, atNs, batch: action.undo, issues })
    args.context.get(budgetContext).giveBack(action.undo)
    return redirect(backTo(args.url, { did: 'undo', of: String(issues.length) }))
  }
  const issues = [...new Set(await issuesOf(form))]
  if (issues.length === 0) return fault('Choose at least one issue.', { form })
  if (issues.length > MAX_ISSUES) return fault(`At most ${MAX_ISSUES} issues are changed at once.`, { form })
  const statements = issues.flatMap(action.statements)
  if (statements.length === 0) return fault('An issue cannot be merged into itself.', { form })
  const actionError = await validateIssueEvents(args, form, statements)
  if (actionError !== undefined) return actionError
  const told = await tryQuery(args, state, { who, atNs, statements })
  if ('outage' in told) {
    if (told.outage !== 'full') throw outageResponse(told.outage)
    const { what, advice } = OUTAGE_TEXT.full
    return fault(`${what} ${advice}`, { form, status: 507 })
  }
  const { answer: done } = told
  args.context.get(budgetContext).spend(clientAddressOf(args.request), { batch: done, count: statements.length })
  const of = new Set(statements.map(({ issue }) => issue)).size
  return redirect(backTo(args.url, { done, did: action.did, of: String(of) }), { headers })
}

/** Why these statements are not made, if so. */
async function validateIssueEvents(args: ActionArgs, form: FormData, statements: readonly Statement[]) {
  if (!args.context.get(budgetContext).allows(clientAddressOf(args.request), statements.length))
    return rateLimited(form)
  const targets = statements.flatMap(({ what, value }) => (what === 'merged' && value !== '' ? [value] : []))
  const issues = new Set([...statements.map(({ issue }) => issue), ...targets])
  const known = new Set(await query(args, listKnownIssues, { issues: [...issues] }))
  const unknown = [...issues].find(issue => !known.has(issue))
  if (unknown !== undefined) {
    const field = targets.includes(unknown) ? 'into' : ''
    return fault(`There is no issue ${unknown.slice(0, 128)}.`, { form, field })
  }
  if (targets.length === 0) return undefined
  const { merges } = await query(args, readIssueEvents, {})
  const added = statements.flatMap(({ issue, what, value }) =>
    what === 'merged' && value !== '' ? [{ issue, into: value }] : [],
  )
  return roomForMerges(merges, added) ? undefined : fault('Too many issues are merged already.', { form })
}

/** Given up by nobody: who left meanwhile wanted it done. */
export const state = (store: Store, stated: Parameters<typeof recordIssueEvents>[1]) => recordIssueEvents(store, stated)

/**
 * @param options.form what was sent: it is shown again as it was, also where no script kept it
 * @param options.field the name of what has to be filled
 */
export const fault = (words: string, { form = new FormData(), field = '', status = 400 }: FaultOptions = {}) =>
  data(
    {
      fault: words,
      field,
      sent: [...form].flatMap(([name, value]): Sent => (typeof value === 'string' ? [[name, value]] : [])),
    },
    { status },
  )

/** More than a reader may change in an hour. */
export const rateLimited = (form: FormData) =>
  fault('You have changed too much within an hour. Undo some of it, or try again later.', { form, status: 429 })

interface FaultOptions {
  readonly form?: FormData
  readonly field?: string | undefined
  readonly status?: number
}

/** The fields of a form that was refused, by name. */
export type Sent = readonly (readonly [name: string, value: string])[]

/** Why nothing was done. */
export type ActionFault = ReturnType<typeof fault>['data']

function backTo({ pathname, searchParams }: URL, said: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams([...searchParams].filter(([name]) => !RESULT_PARAMS.some(param => param === name)))
  for (const [name, value] of Object.entries(said)) next.set(name, value)
  return next.size === 0 ? pathname : `${pathname}?${next}`
}
