import { data, redirect } from 'react-router'
import { listBatch } from '../../../store/issue-events/list-batch.ts'
import { stateIssues, undo } from '../../../store/issue-events/state-issues.ts'
import type { Store } from '../../../store/store.ts'
import { askStore } from '../../ask-store.server.ts'
import { DONE_PARAMS, readWish } from './read-wish.ts'
import { whoSays } from './who.server.ts'

type ActArgs = Parameters<typeof askStore>[0] & { readonly url: URL }

/**
 * Does what a form asks for and leads back to where it stood, which says what was done and takes it back. Answers 400 with a `fault` where
 * nothing could be done.
 *
 * @param issuesOf the issues that are meant, of a form
 */
export async function act(args: ActArgs, issuesOf: (form: FormData) => Promise<readonly string[]>) {
  const form = await args.request.formData().catch(() => undefined)
  if (form === undefined) return fault('The form could not be read.')
  const { who, headers } = whoSays(form, args.request)
  const nowMs = Date.now()
  const atNs = BigInt(nowMs) * 1_000_000n
  if (form.get('do') === 'name') return redirect(backTo(args.url, {}), { headers })
  const wish = readWish(form, { who, nowMs })
  if ('fault' in wish) return fault(wish.fault, form, wish.field)
  if ('undo' in wish) {
    const issues = await askStore(args, listBatch, { batch: wish.undo })
    if (issues.length === 0) return fault('There is nothing to undo.')
    await askStore(args, undo, { who, atNs, batch: wish.undo, issues })
    return redirect(backTo(args.url, { did: 'undo', of: String(issues.length) }))
  }
  const issues = await issuesOf(form)
  if (issues.length === 0) return fault('Choose at least one issue.', form)
  const statements = issues.flatMap(wish.statements)
  if (statements.length === 0) return fault('An issue cannot be merged into itself.', form)
  const done = await askStore(args, state, { who, atNs, statements })
  const of = new Set(statements.map(({ issue }) => issue)).size
  return redirect(backTo(args.url, { done, did: wish.did, of: String(of) }), { headers })
}

/** Given up by nobody: who left meanwhile wanted it done. */
export const state = (store: Store, stated: Parameters<typeof stateIssues>[1]) => stateIssues(store, stated)

/**
 * @param form what was sent: it is shown again as it was, also where no script kept it
 * @param field the name of what has to be filled
 */
export const fault = (words: string, form = new FormData(), field = '') =>
  data(
    {
      fault: words,
      field,
      sent: [...form].flatMap(([name, value]): Sent => (typeof value === 'string' ? [[name, value]] : [])),
    },
    { status: 400 },
  )

/** The fields of a form that was refused, by name. */
export type Sent = readonly (readonly [name: string, value: string])[]

/** Why nothing was done. */
export type Refused = ReturnType<typeof fault>['data']

function backTo({ pathname, searchParams }: URL, said: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams([...searchParams].filter(([name]) => !DONE_PARAMS.some(param => param === name)))
  for (const [name, value] of Object.entries(said)) next.set(name, value)
  return next.size === 0 ? pathname : `${pathname}?${next}`
}
