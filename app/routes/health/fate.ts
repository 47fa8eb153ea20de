import { findDrop } from '../../../store/noise/find-drop.ts'
import { hasArrived } from '../../../store/pipeline/has-arrived.ts'
import { parseTraceId } from '../../../store/units.ts'
import { query } from '../../server/query.ts'
import type { Route } from './+types/fate.ts'
import { droppedBy } from './dropped-by.ts'

/**
 * What became of a trace, as JSON: how many of its spans, log records and exceptions are stored, and which drop rules removed something of it in the
 * last seven days, as {@link droppedBy} judges. For whoever has sent it and waits: `npx errata check`. Answers 400 for what is no trace id.
 */
export async function loader(args: Route.LoaderArgs) {
  const traceId = parseTraceId(args.params.traceId)
  if (traceId === undefined)
    throw new Response('invalid trace ID: expected 32 hexadecimal digits, not all zero\n', { status: 400 })
  const [stored, drops] = await Promise.all([
    query(args, hasArrived, { traceId }),
    query(args, findDrop, { subject: traceId }),
  ])
  const fate = {
    ...stored,
    droppedBy: droppedBy(
      stored,
      drops.map(({ rule }) => rule),
    ),
  }
  return Response.json(fate, { headers: { 'cache-control': 'no-store' } })
}
