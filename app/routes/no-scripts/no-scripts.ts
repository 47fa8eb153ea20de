import { NO_SCRIPTS_HEADERS } from '../../server/no-scripts-cookie.ts'

/** The empty picture that only browsers without scripts fetch: from then on their pages wait for their main numbers. */
export function loader() {
  return new Response(null, { status: 204, headers: NO_SCRIPTS_HEADERS })
}
