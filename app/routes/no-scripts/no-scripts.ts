import { NO_SCRIPTS_HEADERS } from '../../server/no-scripts-cookie.ts'

/** An empty picture that only browsers without scripts request: from then on their pages wait for the main numbers. */
export function loader() {
  return new Response(null, { status: 204, headers: NO_SCRIPTS_HEADERS })
}
