import { findDrop } from '../../../store/noise/find-drop.ts'
import { countIngested } from '../../../store/pipeline/count-ingested.ts'
import { parseTraceId } from '../../../store/units.ts'
import { query } from '../../data/query.ts'
import type { Route } from './+types/ingested.ts'
import { listDropRulesOfTrace } from './list-drop-rules-of-trace.ts'

/**
 * Reports, as JSON, how many spans, log records and exceptions of a trace are stored, and which drop rules removed some that servers sent in
 * the last seven days. `npx errata check` polls it. Answers 400 for an invalid trace id.
 */
export async function loader(args: Route.LoaderArgs) {
  const traceId = parseTraceId(args.params.traceId)
  if (traceId === undefined)
    throw new Response('invalid trace ID: expected 32 hexadecimal digits, not all zero\n', { status: 400 })
  const [stored, drops] = await Promise.all([
    query(args, countIngested, { traceId }),
    query(args, findDrop, { subject: traceId }),
  ])
  const { spans, logs, exceptions } = stored
  const ingested = { spans, logs, exceptions, droppedBy: listDropRulesOfTrace(stored, drops) }
  return Response.json(ingested, { headers: { 'cache-control': 'no-store' } })
}
