import { countIngested } from '../../../store/pipeline/count-ingested.ts'
import { getPipelineHealth, type PipelineHealth } from '../../../store/pipeline/get-pipeline-health.ts'
import { nsOfMs, parseTraceId } from '../../../store/units.ts'
import { findOutage, query, tryQuery } from '../../data/query.ts'
import { settingsContext } from '../../data/settings.ts'
import { formatAgo } from '../../format/time.ts'
import { describeHealthProblem } from '../../parts/pipeline-health/describe-health.ts'
import type { Route } from './+types/readyz.ts'

/** Kubernetes gives a probe one second by default, whatever the database does. */
const PROBE_MS = 900

/**
 * For load balancers: 503 before the schema is complete, else 200, also in an outage of the database and while nothing is ingested, because
 * the app is where people read about them; the body tells. (server.ts answers 503 while it stops.) With `?pipeline` it answers 503 for each
 * of these: for alerting. With `?trace=ID` it answers 200 once that trace has come through the whole pipeline: for its sender.
 */
export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url
  const wanted = searchParams.get('trace')
  if (wanted !== null) return traceResponse(args, wanted)
  if (searchParams.has('pipeline')) return pipelineResponse(args)
  const [outage, health] = await Promise.all([
    findOutage(args, PROBE_MS),
    tryQuery(args, getPipelineHealth, askedHealth(args), {}, PROBE_MS),
  ])
  if (outage === 'unprepared') return notReady(UNPREPARED)
  if (outage !== undefined) return plainTextResponse(200, `ready, but the database is unavailable (${outage})`)
  return plainTextResponse(200, ['ready', ...('answer' in health ? describeIngest(health.answer) : [])].join('\n'))
}

const UNPREPARED = 'the schema is not complete'

async function traceResponse(args: Route.LoaderArgs, wanted: string): Promise<Response> {
  const traceId = parseTraceId(wanted)
  if (traceId === undefined)
    return plainTextResponse(400, 'invalid trace ID: expected 32 hexadecimal digits, not all zero')
  const fault = await findFault(args)
  if (fault !== undefined) return notReady(fault)
  const { spans, logs } = await query(args, countIngested, { traceId })
  return spans + logs > 0 ? plainTextResponse(200, 'ready') : notReady('no data of this trace is stored yet')
}

async function pipelineResponse(args: Route.LoaderArgs): Promise<Response> {
  const fault = await findFault(args)
  if (fault !== undefined) return notReady(fault)
  const health = await query(args, getPipelineHealth, askedHealth(args))
  const told = describeIngest(health)
  return health.problems.length === 0
    ? plainTextResponse(200, ['ready', ...told].join('\n'))
    : notReady(['ingest failing', ...told].join('\n'))
}

async function findFault(args: Route.LoaderArgs): Promise<string | undefined> {
  const outage = await findOutage(args)
  if (outage === undefined) return undefined
  return outage === 'unprepared' ? UNPREPARED : `database unavailable (${outage})`
}

const askedHealth = ({ context }: Route.LoaderArgs) => ({
  nowMs: Date.now(),
  canary: context.get(settingsContext).canary,
})

function describeIngest({ problems, newestNs }: PipelineHealth): string[] {
  const nowMs = Date.now()
  return [
    ...problems.map(problem => describeHealthProblem(problem, nowMs, newestNs)),
    ...(newestNs === undefined ? [] : [`latest canary stored: sent ${formatAgo(newestNs, nsOfMs(nowMs))}`]),
  ]
}

const notReady = (why: string) => plainTextResponse(503, `not ready: ${why}`)

function plainTextResponse(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
