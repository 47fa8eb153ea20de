import { listSpans, type Span } from '../../../store/traces/list-spans.ts'
import { parseTraceId } from '../../../store/units.ts'
import { query } from '../../data/query.ts'
import { formatDuration } from '../../format/duration.ts'
import { isoTimestamp } from '../../format/time.ts'
import { textResponse } from '../../http/text-response.ts'
import { decodePathSegment } from '../../url/path-segment.ts'
import { parseSpanRef } from '../../url/trace-view.ts'
import type { Route } from './+types/span-text.ts'
import { formatAttributes } from './format-attributes.ts'

/** Spans of several services, or delivered again and not merged yet. */
const MAX_SPANS = 20

/** A complete span, of which the trace's page shows an excerpt. */
export async function loader(args: Route.LoaderArgs) {
  const traceId = parseTraceId(args.params.traceId)
  const { spanId, service } = parseSpanRef(decodePathSegment(args.params.span))
  const asked = { spanIds: [spanId], limit: MAX_SPANS }
  const found = traceId === undefined ? [] : await query(args, listSpans, { traceId, ...asked })
  const spans = found.filter(span => service === '' || span.service === service)
  if (spans.length === 0) return textResponse('Span not found. It may have expired.\n', 404)
  // By text: a span that was delivered twice appears once.
  return textResponse([...new Set(spans.map(textOfSpan))].sort().join('\n\n'), 200)
}

/** Time, service and status, with attributes, events and links. */
function textOfSpan(span: Span): string {
  const { startNs, durationNs, service, kind, name, status, statusMessage, attributes, resource, events, links } = span
  return [
    `${isoTimestamp(startNs)} ${formatDuration(durationNs)} ${service} ${kind} ${name}\n${[status, statusMessage].filter(Boolean).join(': ')}`,
    formatAttributes(attributes),
    ...events.map(event => `${isoTimestamp(event.atNs)} ${event.name}\n${formatAttributes(event.attributes)}`),
    ...links.map(link => `Link to ${link.traceId} ${link.spanId}\n${formatAttributes(link.attributes)}`),
    `Resource\n${formatAttributes(resource)}`,
  ].join('\n')
}
