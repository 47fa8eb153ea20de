import { data } from 'react-router'
import { parseTraceId } from '../../../store/units.ts'
import { query } from '../../data/query.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import { parseSpanRef } from '../../url/trace-view.ts'
import type { Route } from './+types/span-data.ts'
import { MAX_TEXT_CHARS } from './max-text-chars.ts'
import { querySpan } from './query-span.server.ts'

/** A span that is opened after its trace's page was loaded; `span: undefined` if it is not stored. */
export async function loader(args: Route.LoaderArgs) {
  const traceId = parseTraceId(args.params.traceId)
  const ref = decodePathSegment(args.params.span)
  const asked = { ...parseSpanRef(ref), chars: MAX_TEXT_CHARS }
  const found = traceId === undefined ? undefined : await query(args, querySpan, { traceId, ...asked })
  return data({ ref, found }, { headers: { 'cache-control': 'no-store' } })
}
