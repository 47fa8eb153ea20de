import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import type { Store } from '../../../store/store.ts'
import { encodeResourceSpans } from '../../../store/traces/encode-otlp.ts'
import { listSpansInParts } from '../../../store/traces/list-spans-in-parts.ts'
import { parseTraceId, type TraceId } from '../../../store/units.ts'
import { query } from '../../data/query.ts'
import { textResponse } from '../../http/text-response.ts'
import type { Route } from './+types/otlp.ts'

/** All spans of a trace as a file in OTLP's JSON mapping. Sent as it is read. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const traceId = parseTraceId(args.params.traceId)
  const parts = traceId === undefined ? undefined : await query(args, startReading, { traceId })
  if (traceId === undefined || parts === undefined) return textResponse('Trace not found. It may have expired.\n', 404)
  return new Response(createReadableStreamFromReadable(Readable.from(writeParts(parts))), {
    headers: {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="trace-${traceId}.json"`,
      'cache-control': 'no-store',
    },
  })
}

type Parts = AsyncGenerator<string>

/** Reads the first part, so that an outage has its status; `undefined` if there is none. */
async function startReading(store: Store, { traceId }: { readonly traceId: TraceId }, signal?: AbortSignal) {
  const parts = listSpansInParts(store, { traceId }, signal)
  const { value, done } = await parts.next()
  if (done === true) return undefined
  return (async function* (): Parts {
    yield writeList(traceId, value)
    for await (const part of parts) yield `,${writeList(traceId, part)}`
  })()
}

async function* writeParts(parts: Parts): Parts {
  yield '{"resourceSpans":['
  yield* parts
  yield ']}\n'
}

/** The elements of a JSON array, without its brackets. */
const writeList = (...of: Parameters<typeof encodeResourceSpans>) =>
  JSON.stringify(encodeResourceSpans(...of)).slice(1, -1)
