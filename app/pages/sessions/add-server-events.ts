import type { ServerEvent } from '../../../store/sessions/list-server-events.ts'
import type { Ns } from '../../../store/units.ts'
import { pluralize } from '../../format/count.ts'
import { formatElapsed } from '../../format/duration.ts'
import { severityClass, severityName } from '../../format/severity.ts'
import { spanName } from '../../format/span-name.ts'
import type { EventDescription } from '../../parts/session-events/describe-event.ts'
import type { TimedRow } from '../../parts/session-events/describe-steps.ts'

interface ServerEvents {
  /** Oldest first. */
  readonly events: readonly ServerEvent[]
  /** The start of the session. */
  readonly firstNs: Ns
}

/**
 * Adds what servers did to the rows of a session: in the order of time, never above the page of its trace, however far the clock of the
 * server is behind. A request that the session has too is not added, and names the service that answered it. After those of a trace with
 * more than were read comes how many more.
 *
 * @param rows Oldest first.
 */
export function addServerEvents(rows: readonly TimedRow[], { events, firstNs }: ServerEvents): TimedRow[] {
  const pages = new Map(
    rows
      .filter(({ isRoot }) => isRoot)
      .map(page => [page.traceId, page.atNs] as const)
      .toReversed(),
  )
  const requests = new Map(
    rows.filter(({ kind, isRoot }) => kind === 'span' && !isRoot).map(row => [keyOf(row), row] as const),
  )
  const isOfSession = (event: ServerEvent) => {
    const request = requests.get(keyOf({ traceId: event.traceId, spanId: event.parentSpanId }))
    return request !== undefined && (request.failed || !event.failed)
  }
  const answered = new Map(
    events.filter(isOfSession).map(event => [keyOf({ ...event, spanId: event.parentSpanId }), event.service]),
  )
  const added = events
    .filter(event => !isOfSession(event))
    .map(event => rowOf(event, { firstNs, pageNs: pages.get(event.traceId) ?? firstNs }))
  const known = rows.map(row => {
    const by = answered.get(keyOf(row))
    return by === undefined || row.isRoot ? row : { ...row, services: [...new Set([row.service, by])] }
  })
  // A stable order: of one time, the page comes first.
  const all = [...known.map(row => ({ row, atNs: row.atNs })), ...added].toSorted((a, b) => Number(a.atNs - b.atNs))
  const lastOf = new Map(
    all.filter(({ row }) => row.isOfServer || row.kind === 'span').map(({ row }) => [row.traceId, row]),
  )
  const more = countMore(events)
  return all.flatMap(({ row }) => {
    const text = more.get(row.traceId)
    return text !== undefined && lastOf.get(row.traceId) === row ? [row, moreRow(row, text)] : [row]
  })
}

const keyOf = ({ traceId, spanId }: Pick<ServerEvent, 'traceId' | 'spanId'>) => `${traceId} ${spanId}`

function rowOf(event: ServerEvent, { firstNs, pageNs }: { readonly firstNs: Ns; readonly pageNs: Ns }) {
  const atNs = event.atNs < pageNs ? pageNs : event.atNs
  const { parentSpanId, status, severityNumber, ofTrace, ...shared } = event
  const row: TimedRow = {
    ...{ ...shared, isRoot: false, attributes: {}, isOfServer: true, wait: '' },
    elapsed: formatElapsed(atNs - firstNs),
    ...(event.kind === 'log' ? describeRecord(event) : describeRequest(event)),
  }
  return { row, atNs }
}

function describeRequest({ name, failed, status }: ServerEvent): EventDescription {
  const title = spanName(name)
  if (!failed) return { title, detail: status === 0 ? undefined : String(status) }
  return { title, mark: { label: status === 0 ? 'failed' : `failed ${status}`, kind: 'bad' } }
}

function describeRecord({ name, severityNumber }: ServerEvent): EventDescription {
  const mark = { label: severityName(severityNumber), kind: severityClass(severityNumber) }
  return { title: name || 'Empty log record', mark }
}

/** `12 more requests and 1 more log record`, by trace, of those with more than were read. */
function countMore(events: readonly ServerEvent[]): ReadonlyMap<string, string> {
  const texts = [...Map.groupBy(events, ({ traceId }) => traceId)].map(([traceId, all]) => {
    const beyond = (kind: ServerEvent['kind'], one: string) => {
      const read = all.filter(of => of.kind === kind)
      const count = (read[0]?.ofTrace ?? 0) - read.length
      return count > 0 ? [pluralize(count, `more ${one}`)] : []
    }
    return [traceId, [...beyond('span', 'request'), ...beyond('log', 'log record')].join(' and ')] as const
  })
  return new Map(texts.filter(([, text]) => text !== ''))
}

/** The trace has what is not shown. */
function moreRow(last: TimedRow, title: string): TimedRow {
  const { detail, mark, facts, ...row } = last
  const nothing = { spanId: '', services: [], isRoot: false, failed: false, elapsed: '', wait: '' }
  return { ...row, ...nothing, id: `${last.traceId} more`, kind: 'log', isOfServer: true, title }
}
