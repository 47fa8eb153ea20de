import { createHash } from 'node:crypto'
import type { QueryPolicy } from '../../store/store.ts'
import { readClientAddress } from '../http/client-address.ts'

/** The prefix of the ids of the queries that a reader's search sends to ClickHouse, by which its progress is found. */
export function createSearchIdPrefix(request: Pick<Request, 'headers'>, { pathname, searchParams }: URL): string {
  const asked = `${readClientAddress(request)} ${pathname}?${searchParams}`
  return `search-${createHash('sha256').update(asked).digest('hex').slice(0, 32)}-`
}

/**
 * Policy for what a page of search results waits for: its progress can be shown, and it can be stopped. What somebody typed is queued with other
 * searches; a list without it is not.
 */
export const searchPolicy = ({ request, url }: { readonly request: Request; readonly url: URL }): QueryPolicy => ({
  idPrefix: createSearchIdPrefix(request, url),
  priority: url.searchParams.has('q') ? 'search' : 'normal',
})
