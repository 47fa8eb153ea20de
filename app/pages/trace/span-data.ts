import { parseTraceId } from '../../../store/units.ts'
import { partResponse } from '../../data/part-response.ts'
import { tryQuery } from '../../data/query.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import { parseSpanRef } from '../../url/trace-view.ts'
import type { Route } from './+types/span-data.ts'
import { MAX_TEXT_CHARS } from './max-text-chars.ts'
import { querySpan, type SpanData } from './query-span.server.ts'

/** `null` if the span is not stored. */
export type OpenedSpan = SpanData | null

/** A span that is opened after its trace's page was loaded, as {@link OpenedSpan}. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const traceId = parseTraceId(args.params.traceId)
  if (traceId === undefined) return partResponse({ answer: null })
  const asked = { ...parseSpanRef(decodePathSegment(args.params.span)), chars: MAX_TEXT_CHARS }
  const result = await tryQuery(args, querySpan, { traceId, ...asked })
  return partResponse('answer' in result ? { answer: result.answer ?? null } : result)
}
