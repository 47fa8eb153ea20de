import { listSpans, type Span } from '../../../store/traces/list-spans.ts'
import { listTraceLogs, type TraceLog } from '../../../store/traces/list-trace-logs.ts'
import { parseTraceId } from '../../../store/units.ts'
import { asText } from '../../as-text.server.ts'
import { askStore } from '../../ask-store.server.ts'
import { formatDuration } from '../../format/duration.ts'
import { isoMoment } from '../../format/time.ts'
import type { Route } from './+types/whole-text.ts'

/** Of several services, or delivered again and not merged yet. */
const MOST_SPANS = 20

/** The whole of a log record (`logs`) or a span (`spans`), of which its trace shows an excerpt. */
export async function loader(args: Route.LoaderArgs) {
  const { of, id } = args.params
  const traceId = parseTraceId(args.params.traceId)
  if (traceId !== undefined && of === 'logs') {
    const logs = await askStore(args, listTraceLogs, { traceId, id, limit: 1 })
    if (logs.length > 0) return asText(logs.map(textOfLog).join(''), 200)
  }
  if (traceId !== undefined && of === 'spans') {
    const spans = await askStore(args, listSpans, { traceId, spanIds: [id], limit: MOST_SPANS })
    // By what it says: one that was delivered twice is there once.
    if (spans.length > 0) return asText([...new Set(spans.map(textOfSpan))].sort().join('\n\n'), 200)
  }
  return asText('The store has no such log record or span. It may have expired.\n', 404)
}

/** When and of whom, what it says, its attributes. */
function textOfLog({ atNs, service, severityText, eventName, body, attributes }: TraceLog): string {
  const head = [isoMoment(atNs), service, severityText, eventName].filter(Boolean).join(' ')
  return `${head}\n\n${body}\n\n${linesOf(attributes)}`
}

/** When, of whom and how it went, its attributes, events and links. */
function textOfSpan(span: Span): string {
  const { startNs, durationNs, service, kind, name, status, statusMessage, attributes, resource, events, links } = span
  return [
    `${isoMoment(startNs)} ${formatDuration(durationNs)} ${service} ${kind} ${name}\n${[status, statusMessage].filter(Boolean).join(': ')}`,
    linesOf(attributes),
    ...events.map(event => `${isoMoment(event.atNs)} ${event.name}\n${linesOf(event.attributes)}`),
    ...links.map(link => `Link to ${link.traceId} ${link.spanId}\n${linesOf(link.attributes)}`),
    `Resource\n${linesOf(resource)}`,
  ].join('\n')
}

function linesOf(attributes: Readonly<Record<string, string>>): string {
  const lines = Object.entries(attributes).map(([name, value]) => `${name}: ${value}\n`)
  return lines.sort().join('')
}
