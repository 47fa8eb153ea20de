import { listSpans, MAX_ROWS_PER_SPAN_ID } from '../../../store/traces/list-spans.ts'
import { parseTraceId } from '../../../store/units.ts'
import { partResponse } from '../../data/part-response.ts'
import { tryQuery } from '../../data/query.ts'
import { detailOf, type RowDetail } from '../../parts/waterfall/row-detail.ts'
import { parseSpanRef, spanRef } from '../../url/trace-view.ts'
import type { Route } from './+types/rows.ts'

const MAX_ROWS = 500
/** Enough for what a row says. */
const MAX_DETAIL_CHARS = 500

export type RowDetails = readonly (readonly [ref: string, detail: RowDetail])[]

/** Answers the details of rows of the waterfall, which the tree does not have, for the spans in `?spans=a,b`. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const traceId = parseTraceId(args.params.traceId)
  const refs = (args.url.searchParams.get('spans') ?? '').split(',').slice(0, MAX_ROWS)
  const asked = new Set(refs)
  const spanIds = [...new Set(refs.map(ref => parseSpanRef(ref).spanId))].filter(id => id !== '')
  if (traceId === undefined || spanIds.length === 0) return partResponse({ answer: [] })
  const limit = MAX_ROWS * MAX_ROWS_PER_SPAN_ID
  const result = await tryQuery(args, listSpans, { traceId, spanIds, chars: MAX_DETAIL_CHARS, limit })
  if ('outage' in result) return partResponse(result)
  const details: RowDetails = result.answer.flatMap(span =>
    [spanRef(span), spanRef({ ...span, sharesId: true })]
      .filter(ref => asked.has(ref))
      .map(ref => [ref, detailOf(span)] as const),
  )
  return partResponse({ answer: details })
}
