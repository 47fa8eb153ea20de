import { z } from 'zod'
import { suggestCall } from '../answer/call.ts'
import { plural } from '../answer/plural.ts'
import { fromSender } from '../answer/sources.ts'
import type { Draft } from '../answer/write-answer.ts'
import type { AskedDesk } from '../ask/desk.ts'
import { EXCEPTION_ID, readAddress } from '../names/read-address.ts'
import { draftPart, partShape, tellAttributes } from './read-part.ts'
import { bySource } from './told-spans.ts'
import { defineTool, name, reference, since, ToolError } from './tool.ts'

export const findLogs = defineTool({
  name: 'find_logs',
  title: 'Find log records',
  description:
    'Lists log records of a trace, around an exception, or that match a query, newest first. With record: everything that was sent of that one.',
  input: {
    trace: reference.optional(),
    around: reference.optional().describe('An exception.'),
    seconds: z.number().int().min(1).max(3_600).default(30).describe('Before and after that exception.'),
    query: z.string().max(2_000).optional().describe('Words of the body, or fields such as user:ann event:x.'),
    severity: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).optional().describe('At least this.'),
    service: name.optional(),
    environment: name.optional(),
    since: since.optional(),
    limit: z.number().int().min(1).max(50).default(20),
    cursor: z.string().max(4_000).optional().describe('Of the answer before, with the same parameters.'),
    record: z.string().max(64).optional().describe('Reads this record whole.'),
    ...partShape,
  },
  async run(
    desk,
    { trace, around, seconds, query, severity, service, environment, since, limit, cursor, record, part, from },
  ) {
    if (record !== undefined) return draftRecord(desk, { record, part, from })
    const time =
      around === undefined ? { last: since ?? (trace === undefined ? '24h' : '14d') } : timeAround(around, seconds)
    const clauses = [
      ...(query === undefined || query.trim() === ''
        ? []
        : [trace === undefined && severity === undefined ? query : `(${query})`]),
      ...(trace === undefined ? [] : [`trace:${traceOf(trace)}`]),
      ...(severity === undefined ? [] : [`severity:>=${severity}`]),
    ]
    const { items, next } = await desk.ask('listLogs', {
      q: clauses.join(' '),
      ...time,
      service,
      env: environment,
      limit: String(limit),
      cursor,
      own: '1',
    })
    return {
      next: items.slice(0, 1).map(({ id }) => suggestCall('find_logs', { record: id })),
      write(limits, leaveOut) {
        const shown = items.slice(0, limits.rows)
        return {
          from_desk: { records: items.length },
          logs: bySource(shown, {
            isBrowser: log => log.is_browser,
            tell: log => ({
              record: log.id,
              time: log.time,
              severity: log.severity,
              service: log.service,
              event: log.event,
              body: log.body,
              exception_type: log.exception_type,
              ...(trace === undefined && { trace: log.trace_id }),
            }),
            maxChars: Math.min(limits.text, MAX_CHARS),
          }),
          ...(shown.length < items.length &&
            leaveOut(
              plural(items.length - shown.length, 'record'),
              `find_logs with a limit of ${shown.length}, and its cursor`,
            )),
          ...(next !== null &&
            leaveOut('further records', `${suggestCall('find_logs', { cursor: next })} and the same parameters`)),
        }
      },
    }
  },
})

const MAX_CHARS = 500

function traceOf(typed: string): string {
  const { id } = readAddress(typed)
  if (/^[0-9a-f]{32}$/i.test(id)) return id.toLowerCase()
  throw new ToolError('This is no id of a trace, and no address of one: use look_up.')
}

/** The time around an exception, whose id begins with its own. */
function timeAround(typed: string, seconds: number) {
  const address = readAddress(typed)
  const id = address.exception ?? address.id
  if (!EXCEPTION_ID.test(id)) throw new ToolError('This is no id of an exception: use look_up.')
  const atMs = Number(BigInt(id.split('-')[0] ?? '') / 1_000_000n)
  const iso = (ms: number) => new Date(ms).toISOString()
  return { from: iso(atMs - seconds * 1_000), to: iso(atMs + seconds * 1_000 + 1) }
}

interface AskedRecord {
  readonly record: string
  readonly part: string | undefined
  readonly from: number
}

async function draftRecord(desk: AskedDesk, { record, part, from }: AskedRecord): Promise<Draft> {
  if (!EXCEPTION_ID.test(record)) throw new ToolError('This is no id of a log record.')
  const log = await desk.ask('getLog', { record })
  const { is_browser: isBrowser, attributes, resource } = log
  if (part !== undefined) {
    return draftPart(
      { isBrowser, texts: { body: log.body }, attributes, resource },
      { part, from, more: at => `${suggestCall('find_logs', { record, from: at })} and the same part` },
    )
  }
  const more = suggestCall('find_logs', { record, max_characters: 40_000 })
  return {
    next: log.trace_id === '' ? [] : [suggestCall('get_trace', { trace: log.trace_id })],
    write: (limits, leaveOut) => ({
      from_desk: {
        record,
        time: log.time,
        severity: log.severity,
        ...(log.trace_id !== '' && { trace: log.trace_id }),
      },
      ...fromSender(
        isBrowser,
        { service: log.service, event: log.event, scope: log.scope, body: log.body },
        limits.text,
      ),
      ...(log.body.length > limits.text &&
        leaveOut('the rest of body', suggestCall('find_logs', { record, part: 'body' }))),
      attributes: tellAttributes(attributes, { limits, leaveOut, isBrowser, more, name: 'attributes' }),
      resource: tellAttributes(resource, { limits, leaveOut, isBrowser, more, name: 'resource' }),
    }),
  }
}
