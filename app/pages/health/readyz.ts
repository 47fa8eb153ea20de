import { countIngested } from '../../../store/pipeline/count-ingested.ts'
import { getPipelineHealth } from '../../../store/pipeline/get-pipeline-health.ts'
import { nsOfMs, parseTraceId } from '../../../store/units.ts'
import { findOutage, query } from '../../data/query.ts'
import { settingsContext } from '../../data/settings.ts'
import { formatAgo } from '../../format/time.ts'
import { describeHealthProblem } from '../../parts/pipeline-health/describe-health.ts'
import type { Route } from './+types/readyz.ts'

/**
 * 200 if the database answers a query, else 503 with the reason: for load balancers. Problems of ingestion are listed in the body and do
 * not change the status, because the app is where people read about them. With `?pipeline` they do change it: for alerting. With
 * `?trace=ID` it answers 200 once that trace has come through the whole pipeline: for its sender.
 */
export async function loader(args: Route.LoaderArgs) {
  const outage = await findOutage(args)
  if (outage !== undefined) return plainTextResponse(503, `not ready: database unavailable (${outage})`)
  const wanted = args.url.searchParams.get('trace')
  if (wanted === null) return pipelineResponse(args)

  const traceId = parseTraceId(wanted)
  if (traceId === undefined)
    return plainTextResponse(400, 'invalid trace ID: expected 32 hexadecimal digits, not all zero')
  const { spans, logs } = await query(args, countIngested, { traceId })
  return spans + logs > 0
    ? plainTextResponse(200, 'ready')
    : plainTextResponse(503, 'not ready: no data of this trace is stored yet')
}

async function pipelineResponse(args: Route.LoaderArgs): Promise<Response> {
  const nowMs = Date.now()
  const { canary } = args.context.get(settingsContext)
  const { problems, newestNs } = await query(args, getPipelineHealth, { nowMs, canary })
  const told = problems.map(trouble => describeHealthProblem(trouble, nowMs, newestNs))
  if (newestNs !== undefined) told.push(`latest canary stored: sent ${formatAgo(newestNs, nsOfMs(nowMs))}`)
  const isReady = problems.length === 0 || !args.url.searchParams.has('pipeline')
  return plainTextResponse(isReady ? 200 : 503, [isReady ? 'ready' : 'not ready: ingest failing', ...told].join('\n'))
}

function plainTextResponse(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
