import { data } from 'react-router'
import { listSpans, MAX_ROWS_PER_SPAN_ID } from '../../../store/traces/list-spans.ts'
import { parseTraceId } from '../../../store/units.ts'
import { query } from '../../data/query.ts'
import { detailOf, type RowDetail } from '../../parts/waterfall/row-detail.ts'
import { parseSpanRef, spanRef } from '../../url/trace-view.ts'
import type { Route } from './+types/rows.ts'

const MAX_ROWS = 500
/** Enough for what a row says. */
const MAX_DETAIL_CHARS = 500

/** Answers the details of rows of the waterfall, which the tree does not have, for the spans in `?spans=a,b`. */
export async function loader(args: Route.LoaderArgs) {
  const traceId = parseTraceId(args.params.traceId)
  const refs = (args.url.searchParams.get('spans') ?? '').split(',').slice(0, MAX_ROWS)
  const asked = new Set(refs)
  const spanIds = [...new Set(refs.map(ref => parseSpanRef(ref).spanId))].filter(id => id !== '')
  if (traceId === undefined || spanIds.length === 0) return data([], { headers: NO_STORE })
  const limit = MAX_ROWS * MAX_ROWS_PER_SPAN_ID
  const spans = await query(args, listSpans, { traceId, spanIds, chars: MAX_DETAIL_CHARS, limit })
  const details = spans.flatMap((span): [string, RowDetail][] =>
    [spanRef(span), spanRef({ ...span, sharesId: true })]
      .filter(ref => asked.has(ref))
      .map(ref => [ref, detailOf(span)]),
  )
  return data(details, { headers: NO_STORE })
}

const NO_STORE = { 'cache-control': 'no-store' }
