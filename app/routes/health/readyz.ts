import { hasArrived } from '../../../store/pipeline/has-arrived.ts'
import { parseTraceId } from '../../../store/units.ts'
import { askStore, findOutage } from '../../ask-store.server.ts'
import type { Route } from './+types/readyz.ts'

/**
 * 200 when the store answers a question, else 503 with the reason: for whoever sends visitors here. With `?trace=ID` ready means that
 * this trace has come through the whole pipeline as well: for whoever has just sent it.
 */
export async function loader(args: Route.LoaderArgs) {
  const outage = await findOutage(args)
  if (outage !== undefined) return answer(503, `not ready: the store does not answer (${outage})`)
  const wanted = args.url.searchParams.get('trace')
  if (wanted === null) return answer(200, 'ready')

  const traceId = parseTraceId(wanted)
  if (traceId === undefined) return answer(400, 'trace is not a trace id: 32 hexadecimal digits, not all of them 0')
  const { spans, logs } = await askStore(args, hasArrived, { traceId })
  return spans + logs > 0 ? answer(200, 'ready') : answer(503, 'not ready: nothing of this trace is stored yet')
}

function answer(status: number, sentence: string): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
