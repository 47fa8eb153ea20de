import { createHash } from 'node:crypto'
import { clientAddressOf } from './client-address.ts'

/** The beginning of the ids of the queries that an address of a list sends on behalf of a reader: by it their progress is found. */
export function searchIdOf(request: Pick<Request, 'headers'>, { pathname, searchParams }: URL): string {
  const asked = `${clientAddressOf(request)} ${pathname}?${searchParams}`
  return `search-${createHash('sha256').update(asked).digest('hex').slice(0, 32)}-`
}
