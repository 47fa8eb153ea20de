import { findOutage } from '../../ask-store.server.ts'
import type { Route } from './+types/readyz.ts'

/** 200 when the store answers a question, else 503 with the reason: for whoever sends visitors here. */
export async function loader(args: Route.LoaderArgs) {
  const outage = await findOutage(args)
  return new Response(outage === undefined ? 'ready\n' : `not ready: the store does not answer (${outage})\n`, {
    status: outage === undefined ? 200 : 503,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
