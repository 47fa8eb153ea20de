import { redirect } from 'react-router'
import { listSavedSearches } from '../../../store/saved-searches/list-saved-searches.ts'
import { deleteSearch, saveSearch } from '../../../store/saved-searches/save-search.ts'
import { MAX_SAVED_SEARCHES, SEARCH_PAGES, savedSearchSchema } from '../../../store/saved-searches/saved-search.ts'
import type { Store } from '../../../store/store.ts'
import { readAuthor } from '../../access/author-cookie.ts'
import { limitKeyOf } from '../../access/reader.ts'
import { query } from '../../data/query.ts'
import { changeRateLimiterContext } from '../../data/settings.ts'
import { textResponse } from '../../http/text-response.ts'
import { notFound } from '../../url/not-found.ts'
import type { Route } from './+types/saved-searches.ts'

/** Saves the search of a form, or deletes the one that it names, and leads back to the page; 400, 409 or 429 with the reason. */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const form = await args.request.formData().catch(() => undefined)
  const text = (name: string) => {
    const value = form?.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const page = SEARCH_PAGES.find(one => one === text('page'))
  if (page === undefined) return textResponse(`page must be one of ${SEARCH_PAGES.join(', ')}.\n`, 400)
  const budget = args.context.get(changeRateLimiterContext)
  const client = limitKeyOf(args)
  if (!budget.allows(client, 1)) return textResponse('Too many changes within an hour. Try again later.\n', 429)
  const author = { who: (await readAuthor(args)).who, atNs: BigInt(Date.now()) * 1_000_000n }
  const saved = await query(args, listSavedSearches, {})
  const id = text('delete')
  let batch: string | undefined
  if (id === '') {
    const read = savedSearchSchema.safeParse({ page, name: text('name'), params: text('params') })
    if (!read.success) return textResponse('A saved search needs a name of at most 80 characters.\n', 400)
    if (saved.length >= MAX_SAVED_SEARCHES) {
      return textResponse(`At most ${MAX_SAVED_SEARCHES} searches can be saved: delete one first.\n`, 409)
    }
    batch = await query(args, withoutRequestSignal(saveSearch), { ...author, ...read.data })
  } else if (saved.some(one => one.id === id)) {
    batch = await query(args, withoutRequestSignal(deleteSearch), { ...author, id })
  }
  if (batch !== undefined) budget.spend(client, { batch, count: 1 })
  const params = new URLSearchParams(text('params'))
  return redirect(params.size === 0 ? `/${page}` : `/${page}?${params}`)
}

/** Without the signal of the request: a change is made also when its reader has left. */
const withoutRequestSignal =
  <Change>(run: (store: Store, change: Change) => Promise<string>) =>
  (store: Store, stated: Change) =>
    run(store, stated)

/** It is a form's address alone. */
export function loader() {
  throw notFound()
}
