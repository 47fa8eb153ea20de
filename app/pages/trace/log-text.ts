import { listTraceLogs, type TraceLog } from '../../../store/traces/list-trace-logs.ts'
import { parseTraceId } from '../../../store/units.ts'
import { query } from '../../data/query.ts'
import { isoTimestamp } from '../../format/time.ts'
import { textResponse } from '../../http/text-response.ts'
import type { Route } from './+types/log-text.ts'
import { formatAttributes } from './format-attributes.ts'

/** A complete log record, of which the trace's page shows an excerpt. */
export async function loader(args: Route.LoaderArgs) {
  const traceId = parseTraceId(args.params.traceId)
  const logs =
    traceId === undefined ? [] : await query(args, listTraceLogs, { traceId, id: args.params.record, limit: 1 })
  if (logs.length === 0) return textResponse('Log record not found. It may have expired.\n', 404)
  return textResponse(logs.map(textOfLog).join(''), 200)
}

/** Time, service, message, a JSON body as it was sent, and attributes. */
function textOfLog({ atNs, service, severityText, eventName, message, jsonBody, attributes }: TraceLog): string {
  const head = [isoTimestamp(atNs), service, severityText, eventName].filter(Boolean).join(' ')
  return [head, message, jsonBody, formatAttributes(attributes)].filter(Boolean).join('\n\n')
}
