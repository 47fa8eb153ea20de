import { noScriptsHeaders } from '../../http/no-scripts-cookie.ts'

/** An empty picture that only browsers without scripts request: from then on their pages wait for the main numbers. */
export async function loader() {
  return new Response(null, { status: 204, headers: await noScriptsHeaders() })
}
