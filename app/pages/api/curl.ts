import { accessContext } from '../../access/access.server.ts'
import { API_PATH } from '../../api/answer.server.ts'
import { writeCurl } from '../../api/write-curl.server.ts'
import { textResponse } from '../../http/text-response.ts'
import type { Route } from './+types/curl.ts'

/** The list of a page's address as a command that asks the API for the same. */
export function loader({ params, url, context }: Route.LoaderArgs): Response {
  const access = context.get(accessContext)
  const origin = access.mode === 'none' ? url.origin : access.publicUrl
  const command = writeCurl(params.list, url.searchParams, {
    base: `${origin}${API_PATH}`,
    needsToken: access.mode !== 'none',
  })
  return command === undefined ? textResponse('There is no such list.\n', 404) : textResponse(`${command}\n`, 200)
}
