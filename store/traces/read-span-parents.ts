import { z } from 'zod'
import { findParent } from '../../trace/find-parent.ts'
import { indexById } from '../../trace/index-by-id.ts'
import { spanKey } from '../../trace/once-by-start.ts'
import { at } from '../../trace/trace-tree.ts'
import type { Store } from '../store.ts'
import type { TraceId } from '../units.ts'
import { rankAsRoot, type SpanFamily } from './choose-spans.ts'
import sql from './read-span-parents.sql?raw'

/** The spans of a trace by numbers, to choose from. */
export interface TraceFamily extends SpanFamily {
  readonly spanIds: readonly string[]
  readonly services: readonly string[]
}

/**
 * Reads who is whose parent in a large trace, each span once, in no order.
 *
 * @param options.limit 1 to 1,000,000
 * @returns `undefined` if it has more spans than the limit.
 * @throws {StoreError} Any kind.
 */
export async function readSpanParents(
  store: Store,
  { traceId, limit = 500_000 }: { traceId: TraceId; limit?: number },
  signal?: AbortSignal,
): Promise<TraceFamily | undefined> {
  const params = { traceId, limit: limit + 1 }
  const read = await store.queryColumns(
    { name: 'read-span-parents', sql, params, decode: columns.parse, timeoutMs: 20_000 },
    signal,
  )
  return read.spanId.length > limit ? undefined : familyOf(read)
}

const columns = z.object({
  spanId: z.array(z.string()),
  parentSpanId: z.array(z.string()),
  service: z.array(z.string()),
  kind: z.array(z.string()),
  isLocalRoot: z.array(z.number()),
  isBrowser: z.array(z.number()),
  failed: z.array(z.number()),
  startNs: z.array(z.number()),
})

type Columns = z.infer<typeof columns>

function familyOf(sent: Columns): TraceFamily {
  const numbers = new Map<string, number>()
  for (const [number, spanId] of sent.spanId.entries()) numbers.set(spanId, number)
  // Only where several services have one id, or spans were delivered twice, must one look closer.
  const isPlain = numbers.size === sent.spanId.length
  const read = isPlain ? sent : onlyOnce(sent)
  const { spanId: spanIds, parentSpanId, service: services } = read
  const starts = Float64Array.from(read.startNs)
  return {
    size: spanIds.length,
    spanIds,
    services,
    parents: isPlain ? Int32Array.from(parentSpanId, spanId => numbers.get(spanId) ?? -1) : parentsAmongServices(read),
    ranks: Uint8Array.from(parentSpanId, (spanId, number) =>
      rankAsRoot({
        parentSpanId: spanId,
        isLocalRoot: read.isLocalRoot[number] === 1,
        isBrowser: read.isBrowser[number] === 1,
      }),
    ),
    failed: Uint8Array.from(read.failed),
    compare: (a, b) =>
      at(starts, a) - at(starts, b) ||
      compareTexts(services[a], services[b]) ||
      compareTexts(spanIds[a], spanIds[b]) ||
      a - b,
  }
}

const compareTexts = (a = '', b = '') => (a < b ? -1 : a > b ? 1 : 0)

/** Leaves out what was delivered again: the later, as everywhere. */
function onlyOnce(read: Columns): Columns {
  const rows = read.spanId.map((_, row) => row).sort((a, b) => (read.startNs[a] ?? 0) - (read.startNs[b] ?? 0))
  const seen = new Set<string>()
  const kept = rows.filter(row => {
    const key = spanKey({ spanId: read.spanId[row] ?? '', service: read.service[row] ?? '' })
    return seen.size < seen.add(key).size
  })
  const pick = <Value>(column: readonly Value[]) => kept.flatMap(row => column.slice(row, row + 1))
  return {
    spanId: pick(read.spanId),
    parentSpanId: pick(read.parentSpanId),
    service: pick(read.service),
    kind: pick(read.kind),
    isLocalRoot: pick(read.isLocalRoot),
    isBrowser: pick(read.isBrowser),
    failed: pick(read.failed),
    startNs: pick(read.startNs),
  }
}

function parentsAmongServices({ spanId, parentSpanId, service, kind }: Columns): Int32Array {
  const spans = spanId.map((id, row) => ({
    row,
    spanId: id,
    parentSpanId: parentSpanId[row] ?? '',
    service: service[row] ?? '',
    kind: kind[row] ?? '',
  }))
  const byId = indexById(spans)
  return Int32Array.from(spans, span => findParent(span, byId)?.row ?? -1)
}
