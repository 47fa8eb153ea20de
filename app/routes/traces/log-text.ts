import { listTraceLogs } from '../../../store/traces/list-trace-logs.ts'
import { parseTraceId } from '../../../store/units.ts'
import { asText } from '../../as-text.server.ts'
import { askStore } from '../../ask-store.server.ts'
import { isoMoment } from '../../format/time.ts'
import type { Route } from './+types/log-text.ts'

/** The whole of a log record, of which its trace shows an excerpt: when and of whom, what it says, its attributes. */
export async function loader(args: Route.LoaderArgs) {
  const traceId = parseTraceId(args.params.traceId)
  const id = args.params.log
  const [log] = traceId === undefined ? [] : await askStore(args, listTraceLogs, { traceId, id, limit: 1 })
  if (log === undefined) return asText('The store has no such log record. It may have expired.\n', 404)
  const head = [isoMoment(log.atNs), log.service, log.severityText, log.eventName].filter(Boolean).join(' ')
  const attributes = Object.entries(log.attributes).map(([name, value]) => `${name}: ${value}\n`)
  return asText(`${head}\n\n${log.body}\n\n${attributes.sort().join('')}`, 200)
}
