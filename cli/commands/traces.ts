import type { AnswerOf } from '../../app/api/operation-types.ts'
import { readIds } from '../../app/url/read-ids.ts'
import { type Asked, defineCommand, UsageError } from '../define/define-command.ts'
import { DONE, type ExitCode } from '../define/exit-code.ts'
import { layFacts } from '../output/facts.ts'
import { showText } from '../output/show-text.ts'
import { countOf, durationOf, momentOf, nsOf } from '../output/values.ts'
import { idOf, parameterOf } from './id-of.ts'

export const trace = defineCommand({
  ...{ name: 'trace', takes: 'ID|URL|HEADER', count: [1, 1] },
  summary: 'Shows the spans of a trace as a tree, or one of them whole.',
  options: {
    span: { value: 'ID', description: 'One span, with its attributes and events.' },
    spans: { value: 'N', description: 'How many spans at most: the slow and failed ones first; 200 without it.' },
    otlp: { description: 'The whole trace as JSON of OTLP, for a file or another tool.' },
    web: { description: 'Its page, opened on a terminal.' },
  },
  examples: [
    ['trace 4bf92f3577b34da6a3ce929d0e0e4736', 'By its id; an address of its page or a traceparent will do.'],
    ['trace 4bf92f3577b34da6a3ce929d0e0e4736 --span 00f067aa0ba902b7', 'One span whole.'],
    ['trace 4bf92f3577b34da6a3ce929d0e0e4736 --otlp > trace.json', 'All of it, into a file.'],
  ],
  async run({ api, output }, [typed = ''], { span: given, spans = '200', otlp }) {
    const id = readTraceId(typed)
    const span = given ?? parameterOf(typed, 'span').slice(0, 16)
    if (output.isWeb) {
      output.web(`/traces/${id}${span === '' ? '' : `?span=${encodeURIComponent(span)}`}`)
      return DONE
    }
    if (otlp) {
      await output.pipe(await api.request('getTraceFile', { trace: id }))
      return DONE
    }
    if (given !== undefined) return showSpan({ api, output }, id, given)
    const skeleton = await api.ask('getTrace', { trace: id, spans, ...(span !== '' && { around: span }) })
    if (output.isJson) output.json(skeleton)
    else {
      output.lines(describeTrace(skeleton, span))
      output.lines(`\n${api.url}${skeleton.page}`)
    }
    return DONE
  },
})

function readTraceId(typed: string): string {
  const { traceId } = readIds(idOf(typed, 'traces'))
  if (traceId === undefined)
    throw new UsageError(`"${typed}" has no id of a trace: npx errata lookup finds what it is.`)
  return traceId
}

async function showSpan({ api, output }: Asked, trace: string, id: string): Promise<ExitCode> {
  const span = await api.ask('getSpan', { trace, span: id })
  if (output.isJson) {
    output.json(span)
    return DONE
  }
  const events = span.events.map(
    ({ time, name, attributes }) => showText(`  ${time}  ${name}`) + indent(layFacts(Object.entries(attributes))),
  )
  output.styledLine('bold', `${span.service}: ${span.name}`)
  output.lines(
    layFacts([
      ['start', momentOf(span.start)],
      ['duration', durationOf(span.duration_ms)],
      ['kind', span.kind],
      ['status', `${span.status} ${span.status_message}`.trim()],
      ['parent', span.parent_id],
      ['page', api.url + span.page],
    ]),
  )
  output.lines(`\nAttributes\n${layFacts(Object.entries(span.attributes))}`)
  if (events.length > 0) output.lines(`\nEvents\n${events.join('\n')}`)
  const links = span.links.map(({ trace_id, span_id }) => `  ${trace_id} ${span_id}`)
  if (links.length > 0) output.lines(`\nLinks\n${links.join('\n')}`)
  output.lines(`\nResource\n${layFacts(Object.entries(span.resource))}`)
  return DONE
}

const indent = (text: string) => (text === '' ? '' : `\n${text.replaceAll(/^/gm, '    ')}`)

type Skeleton = AnswerOf<'getTrace'>
type OutlinedSpan = Skeleton['spans'][number]

/**
 * The spans of a trace as a tree.
 *
 * @param marked id of the span that was asked for; '' for none
 */
export function describeTrace(trace: Skeleton, marked: string): string {
  const { services, spans, total_spans, failed_spans, duration_ms, start } = trace
  const shown = new Set(spans.map(({ id }) => id))
  const children = Map.groupBy(spans, ({ id, parent_id }) =>
    shown.has(parent_id) && parent_id !== id ? parent_id : '',
  )
  const rows: { readonly left: string; readonly span: OutlinedSpan }[] = []
  // Ids that two services share, or parents that are their own ancestors, must not list a span twice.
  const listed = new Set<OutlinedSpan>()
  const pending = (children.get('') ?? []).toReversed().map(span => ({ span, depth: 0 }))
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { span, depth } = next
    if (listed.has(span)) continue
    listed.add(span)
    rows.push({ left: `${'  '.repeat(Math.min(depth, MAX_DEPTH))}${showText(`${span.service}  ${span.name}`)}`, span })
    pending.push(...(children.get(span.id) ?? []).toReversed().map(child => ({ span: child, depth: depth + 1 })))
  }
  for (const span of spans) if (!listed.has(span)) rows.push({ left: showText(`${span.service}  ${span.name}`), span })
  const lines = rows.map(({ left, span }) => {
    const after = durationOf(Number(nsOf(span.start) - nsOf(start)) / 1_000_000)
    const told = [
      `+${after}`.padStart(10),
      durationOf(span.duration_ms).padStart(9),
      span.failed ? '!' : span.id === marked ? '>' : ' ',
      left,
      ...(span.status_message === '' ? [] : [showText(`(${span.status_message})`)]),
      ...(span.hidden_below === 0 ? [] : [`… ${countOf(span.hidden_below)} more below`]),
    ]
    return `${told.join('  ')}  ${span.id}`
  })
  const byService = services.map(({ service, spans }) => `${showText(service)} ${countOf(spans)}`).join(', ')
  const leftOut = total_spans > spans.length ? `, ${countOf(spans.length)} of them here: --spans shows more` : ''
  return [
    `Trace ${trace.id}, ${momentOf(start)}, ${durationOf(duration_ms)}`,
    `${countOf(total_spans)} spans, ${countOf(failed_spans)} failed (!)${leftOut}. ${byService}`,
    '',
    ...lines,
  ].join('\n')
}

const MAX_DEPTH = 40
