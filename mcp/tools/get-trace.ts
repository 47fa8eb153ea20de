import { z } from 'zod'
import type { AnswerOf } from '../../app/api/operation-types.ts'
import { suggestCall } from '../answer/call.ts'
import { plural } from '../answer/plural.ts'
import { fromSender, type ToldFields } from '../answer/sources.ts'
import type { Draft } from '../answer/write-answer.ts'
import type { AskedDesk } from '../ask/desk.ts'
import { readAddress } from '../names/read-address.ts'
import { draftPart, partShape, tellAttributes } from './read-part.ts'
import { bySource, tellSpan } from './told-spans.ts'
import { defineTool, reference, ToolError } from './tool.ts'

type Trace = AnswerOf<'getTrace'>
type Span = Trace['spans'][number]

/** A larger trace is cut to the spans that are slow or failed, with their ancestors. */
const MAX_READ = 1_000

export const getTrace = defineTool({
  name: 'get_trace',
  title: 'Get a trace',
  description:
    'The spans of a trace as a tree with durations, failures, statements and places in the code; equal siblings are one row with how many there are. With span: everything that was sent of that one.',
  input: {
    trace: reference.describe('An id, or an address of its page.'),
    span: z.string().max(64).optional().describe('Reads this span whole.'),
    around: z.string().max(64).optional().describe('A span whose ancestors, descendants and siblings come first.'),
    errors_only: z.boolean().default(false),
    depth: z.number().int().min(0).max(200).optional().describe('How deep below the root.'),
    ...partShape,
  },
  async run(desk, { trace: typed, span: asked, around, errors_only: errorsOnly, depth, part, from }) {
    const address = readAddress(typed)
    const trace = address.id.toLowerCase()
    if (!/^[0-9a-f]{32}$/.test(trace))
      throw new ToolError('This is no id of a trace, and no address of one: use look_up.')
    if (asked !== undefined) return draftSpan(desk, { trace, span: asked, part, from })
    const near = around ?? address.span
    const found = await desk.ask('getTrace', { trace, spans: String(MAX_READ), around: near })
    const rows = rankRows(found, { around: near, errorsOnly, depth: depth ?? Number.POSITIVE_INFINITY })
    return {
      write(limits, leaveOut) {
        const shown = chooseRows(rows, limits.rows)
        const spansShown = shown.reduce((sum, { times }) => sum + times, 0)
        const hidden = found.total_spans - spansShown
        return {
          from_desk: {
            trace,
            start: found.start,
            duration_ms: found.duration_ms,
            spans: found.total_spans,
            failed_spans: found.failed_spans,
            ...(errorsOnly && { only: 'failed spans and their ancestors' }),
          },
          spans: bySource(shown, {
            isBrowser: ({ span }) => span.is_browser,
            tell: row => tellRow(row),
            maxChars: Math.min(limits.text, MAX_CHARS),
          }),
          ...(hidden > 0 &&
            leaveOut(
              plural(hidden, 'span'),
              `${suggestCall('get_trace', { trace, around: findLargest(found, shown) })}, or with errors_only`,
            )),
        }
      },
      next: suggestNext(found, rows),
    }
  },
})

const MAX_CHARS = 300

interface Row {
  readonly span: Span
  readonly depth: number
  /** The number of equal ones that it stands for, itself included. */
  readonly times: number
  readonly totalMs: number
  /** The greater, the sooner it is shown. */
  readonly rank: number
  readonly parent: Row | undefined
  /** In reading order. */
  readonly place: number
}

interface RowOptions {
  readonly around: string | undefined
  readonly errorsOnly: boolean
  readonly depth: number
}

/** The rows of a tree, in reading order: repeated siblings are one. */
function rankRows({ spans, repeated }: Trace, { around, errorsOnly, depth: maxDepth }: RowOptions): Row[] {
  const ids = new Set(spans.map(({ id }) => id))
  const children = Map.groupBy(spans, ({ parent_id: parent }) => (ids.has(parent) ? parent : ''))
  const groupOf = new Map(repeated.map(group => [group.spans[0] ?? '', group]))
  const folded = new Set(repeated.flatMap(group => group.spans.slice(1)))
  const near = relatives(spans, around)
  const failing = errorsOnly ? withAncestors(spans) : undefined
  const rows: Row[] = []
  // A stack of its own: traces are deeper than calls can be.
  const open: { readonly span: Span; readonly depth: number; readonly parent: Row | undefined }[] = []
  const push = (parent: string, depth: number, row: Row | undefined) => {
    for (const span of (children.get(parent) ?? []).toReversed()) open.push({ span, depth, parent: row })
  }
  push('', 0, undefined)
  const seen = new Set<string>()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { span, depth, parent } = next
    if (depth > maxDepth || folded.has(span.id) || (failing !== undefined && !failing.has(span.id))) continue
    const group = groupOf.get(span.id)
    const totalMs = group?.total_ms ?? span.duration_ms
    const rank = (near.get(span.id) ?? 0) * 1e12 + (span.failed ? 1e9 : 0) + (group ? 1e8 : 0) + Math.min(totalMs, 1e7)
    const row = { span, depth, times: group?.count ?? 1, totalMs, rank, parent, place: rows.length }
    rows.push(row)
    // Two services may use one id.
    if (!seen.has(span.id)) push(span.id, depth + 1, row)
    seen.add(span.id)
  }
  return rows
}

/** A span, its ancestors, its children and its siblings, each with how near it is. */
function relatives(spans: readonly Span[], around: string | undefined): ReadonlyMap<string, number> {
  const near = new Map<string, number>()
  const byId = new Map(spans.map(span => [span.id, span]))
  const centre = around === undefined ? undefined : byId.get(around)
  if (centre === undefined) return near
  for (const { id, parent_id: parent } of spans) {
    if (parent === centre.id) near.set(id, 3)
    else if (parent === centre.parent_id) near.set(id, 2)
  }
  for (let at: Span | undefined = centre, steps = 0; at !== undefined && steps < spans.length; steps++) {
    near.set(at.id, 4)
    at = byId.get(at.parent_id)
  }
  return near
}

function withAncestors(spans: readonly Span[]): ReadonlySet<string> {
  const byId = new Map(spans.map(span => [span.id, span]))
  const kept = new Set<string>()
  for (const span of spans.filter(({ failed }) => failed)) {
    for (let at: Span | undefined = span; at !== undefined && !kept.has(at.id); at = byId.get(at.parent_id))
      kept.add(at.id)
  }
  return kept
}

/** The first by rank with their ancestors, in reading order. */
function chooseRows(rows: readonly Row[], most: number): Row[] {
  const chosen = new Set<Row>()
  for (const row of rows.toSorted((a, b) => b.rank - a.rank || a.place - b.place)) {
    const line: Row[] = []
    for (let at: Row | undefined = row; at !== undefined && !chosen.has(at); at = at.parent) line.push(at)
    // A line that is too long keeps the span itself and those nearest to it.
    for (const each of line.slice(0, Math.max(0, most - chosen.size))) chosen.add(each)
    if (chosen.size >= most) break
  }
  return [...chosen].toSorted((a, b) => a.place - b.place)
}

function tellRow({ span, depth, times, totalMs }: Row): ToldFields {
  const told = tellSpan(span, times > 1 ? { times, total_ms: totalMs } : {})
  return { depth, ...told }
}

/** Below which of the shown spans most are left out. */
function findLargest({ root }: Trace, shown: readonly Row[]): string {
  const largest = shown.reduce<Row | undefined>(
    (most, row) => (row.span.hidden_below > (most?.span.hidden_below ?? 0) ? row : most),
    undefined,
  )
  return largest?.span.id ?? root.id
}

function suggestNext({ id, root }: Trace, rows: readonly Row[]): string[] {
  const worst = rows.toSorted((a, b) => b.rank - a.rank || a.place - b.place).find(({ span }) => span.id !== root.id)
  return [
    ...(worst === undefined ? [] : [suggestCall('get_trace', { trace: id, span: worst.span.id })]),
    suggestCall('find_logs', { trace: id }),
  ]
}

interface AskedSpan {
  readonly trace: string
  readonly span: string
  readonly part: string | undefined
  readonly from: number
}

async function draftSpan(desk: AskedDesk, { trace, span: typed, part, from }: AskedSpan): Promise<Draft> {
  const id = typed.toLowerCase()
  if (!/^[0-9a-f]{16}$/.test(id)) throw new ToolError('A span id has 16 hex digits.')
  const span = await desk.ask('getSpan', { trace, span: id })
  const again = { trace, span: id }
  if (part !== undefined) {
    const texts = { status_message: span.status_message }
    const parts = { isBrowser: span.is_browser, texts, attributes: span.attributes, resource: span.resource }
    return draftPart(parts, {
      part,
      from,
      more: at => `${suggestCall('get_trace', { ...again, from: at })} and the same part`,
    })
  }
  const more = suggestCall('get_trace', { ...again, max_characters: 40_000 })
  return {
    next: [suggestCall('get_trace', { trace, around: id })],
    write(limits, leaveOut) {
      // They are what was asked for: here they go last.
      const generous = { ...limits, attributes: Math.max(limits.attributes, Math.ceil(limits.rows / 2)) }
      const options = { limits: generous, leaveOut, isBrowser: span.is_browser, more }
      const events = span.events.slice(0, limits.rows)
      const eventFields = events.map(({ time, name, attributes }) => ({ time, name, ...attributes }))
      return {
        from_desk: { ...again, start: span.start, duration_ms: span.duration_ms, failed: span.failed },
        ...fromSender(
          span.is_browser,
          {
            ...{
              service: span.service,
              name: span.name,
              kind: span.kind,
              status: span.status,
              operation: span.operation,
            },
            status_message: span.status_message,
          },
          limits.text,
        ),
        attributes: tellAttributes(span.attributes, { ...options, name: 'attributes' }),
        ...(events.length > 0 && {
          events: fromSender(span.is_browser, { events: eventFields }, Math.min(limits.text, MAX_CHARS)),
        }),
        ...(events.length < span.events.length && leaveOut(plural(span.events.length - events.length, 'event'), more)),
        resource: tellAttributes(span.resource, { ...options, name: 'resource' }),
      }
    },
  }
}
