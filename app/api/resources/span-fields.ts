import { z } from 'zod'
import { readConvention } from '../../../store/schema/conventions.ts'
import type { RepeatedSpans } from '../../../store/spans/find-repeated-spans.ts'
import type { Span } from '../../../store/traces/list-spans.ts'
import { clipLine } from '../../format/clip.ts'
import { count, durationMs, isBrowser, time, writeMs, writeTime } from '../define/values.ts'

/** Fields of a span in an answer. */
export const spanBasics = {
  id: z.string().meta({ description: '16 hex digits. In rare traces spans of two services share one.' }),
  parent_id: z.string().meta({ description: 'Empty for none; the parent may not be stored.' }),
  service: z.string(),
  name: z.string(),
  kind: z.string(),
  start: time,
  duration_ms: durationMs,
  failed: z.boolean(),
  status: z.string(),
  status_message: z.string(),
  operation: z.string(),
  is_browser: isBrowser,
}

export const writeSpan = (span: Span) => ({
  id: span.spanId,
  parent_id: span.parentSpanId,
  service: span.service,
  name: span.name,
  kind: span.kind,
  start: writeTime(span.startNs),
  duration_ms: writeMs(span.durationNs),
  failed: span.failed,
  status: span.status,
  status_message: span.statusMessage,
  operation: span.operation,
  is_browser: span.isBrowser,
})

/** Further fields: what it calls, and the code that it is of. */
export const spanPlace = {
  detail: z.string().meta({ description: 'Its statement, URL or destination of messages. At most 2,000 characters.' }),
  code: z
    .object({ file: z.string(), line: z.string(), function: z.string() })
    .nullable()
    .meta({ description: 'Where its code is, as `code.*` tells.' }),
}

const MAX_CHARS = 2_000

export function writeSpanPlace(span: Pick<Span, 'attributes' | 'callee'>) {
  const { attributes, callee = '' } = span
  const told = (...names: readonly string[]) => names.map(name => attributes[name]).find(Boolean) ?? ''
  const code = {
    file: told('code.file.path', 'code.filepath'),
    line: told('code.line.number', 'code.lineno'),
    function: told('code.function.name', 'code.function'),
  }
  const detail = readConvention('dbStatement', span) || readConvention('url', span) || callee
  return { detail: clipLine(detail, MAX_CHARS), code: code.file + code.function === '' ? null : code }
}

export const repeatedSpans = z
  .array(z.object({ spans: z.array(z.string()), total_ms: durationMs, elapsed_ms: durationMs, count }))
  .meta({ description: 'Groups of at least five equal calls below one span: ids, and how long they took together.' })

export const writeRepeated = ({
  spanIds,
  totalNs,
  startNs,
  endNs,
}: RepeatedSpans): z.input<typeof repeatedSpans>[number] => ({
  spans: [...spanIds],
  count: spanIds.length,
  total_ms: writeMs(totalNs),
  elapsed_ms: writeMs(endNs - startNs),
})
