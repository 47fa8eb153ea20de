import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { parseTraceId } from '../../../store/units.ts'
import { query } from '../../data/query.ts'
import { textResponse } from '../../http/text-response.ts'
import { writeTrace } from '../../parts/trace-file/write-trace.server.ts'
import type { Route } from './+types/otlp.ts'

/** All spans of a trace as a file in OTLP's JSON mapping. Sent as it is read. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const traceId = parseTraceId(args.params.traceId)
  const pieces = traceId === undefined ? undefined : await query(args, writeTrace, { traceId })
  if (traceId === undefined || pieces === undefined) return textResponse('Trace not found. It may have expired.\n', 404)
  return new Response(createReadableStreamFromReadable(Readable.from(pieces)), {
    headers: {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="trace-${traceId}.json"`,
      'cache-control': 'no-store',
    },
  })
}
