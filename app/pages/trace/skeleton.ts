import { chooseSpans } from '../../../store/traces/choose-spans.ts'
import { listSpanOutlines, type SpanOutline } from '../../../store/traces/list-span-outlines.ts'
import { parseTraceId } from '../../../store/units.ts'
import { buildTree } from '../../../trace/build-tree.ts'
import { onceByStart } from '../../../trace/once-by-start.ts'
import { writeSkeleton } from '../../../trace/write-skeleton.ts'
import { query } from '../../data/query.ts'
import { textResponse } from '../../http/text-response.ts'
import { parseSpanRef, readTraceView } from '../../url/trace-view.ts'
import type { Route } from './+types/skeleton.ts'

/** A browser can hold so many. */
const MAX_SPANS = 100_000

/**
 * Answers the tree of a trace, as `readSkeleton` reads it. A trace of more than 100,000 spans is cut to the open one of the view, failed ones,
 * their ancestors, and those nearest the root, with the number of the others below each.
 */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const traceId = parseTraceId(args.params.traceId)
  const { span } = readTraceView(args.url.searchParams)
  const spanId = span && parseSpanRef(span).spanId
  const outlines = traceId === undefined ? [] : await query(args, listSpanOutlines, { traceId, spanId })
  if (outlines.length === 0) return textResponse('Trace not found. It may have expired.\n', 404)
  return new Response(writeSkeleton(buildTree(chooseOutlines(outlines, spanId))), {
    headers: { 'content-type': 'application/vnd.errata.skeleton', 'cache-control': 'no-store' },
  })
}

function chooseOutlines(outlines: readonly SpanOutline[], spanId: string | undefined): readonly SpanOutline[] {
  if (outlines.length <= MAX_SPANS) return outlines
  const nodes = onceByStart(outlines).map(of => ({ ...of, failed: of.failed || of.hasException === true, outline: of }))
  const { chosen, hiddenBelow } = chooseSpans(nodes, { limit: MAX_SPANS, spanId, mostFailed: MAX_SPANS })
  return nodes
    .filter(node => chosen.has(node))
    .map(node => ({ ...node.outline, hiddenBelow: hiddenBelow.get(node) ?? 0 }))
}
