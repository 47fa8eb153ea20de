import type { Store } from '../../../store/store.ts'
import { encodeResourceSpans } from '../../../store/traces/encode-otlp.ts'
import { listSpansInParts } from '../../../store/traces/list-spans-in-parts.ts'
import type { TraceId } from '../../../store/units.ts'

/**
 * All spans of a trace in OTLP's JSON mapping, as they are read.
 *
 * @returns Pieces of the text; `undefined` if no span is stored. The first part has been read, so that an outage has its status.
 * @throws {StoreError} Any kind.
 */
export async function writeTrace(
  store: Store,
  { traceId }: { readonly traceId: TraceId },
  signal?: AbortSignal,
): Promise<AsyncGenerator<string> | undefined> {
  const parts = listSpansInParts(store, { traceId }, signal)
  const { value: first, done } = await parts.next()
  if (done === true) return undefined
  return (async function* () {
    yield `{"resourceSpans":[${writeList(traceId, first)}`
    for await (const part of parts) yield `,${writeList(traceId, part)}`
    yield ']}\n'
  })()
}

/** The elements of a JSON array, without its brackets. */
const writeList = (...of: Parameters<typeof encodeResourceSpans>) =>
  JSON.stringify(encodeResourceSpans(...of)).slice(1, -1)
