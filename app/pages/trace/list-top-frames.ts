import { parseStack } from '@errata/otel/stacks'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import type { Span } from '../../../store/traces/list-spans.ts'
import type { TraceLog } from '../../../store/traces/list-trace-logs.ts'
import { foldFrames } from '../../parts/stack-trace/fold-frames.ts'

const MAX_FRAMES = 3

interface FramesQuery {
  readonly exceptions: readonly Pick<ExceptionSummary, 'id' | 'atNs' | 'spanId'>[]
  readonly spans: readonly Pick<Span, 'spanId' | 'events'>[]
  readonly logs: readonly Pick<TraceLog, 'spanId' | 'atNs' | 'attributes'>[]
  /** To how many characters their attributes were cut. */
  readonly maxChars: number
}

/**
 * The first in-app frames of each exception of a trace, or its first frames if none is in-app, as far as spans and log records have its
 * stack: `read_vectors /app/cache.py:22`.
 *
 * @returns By the exception's id, without exceptions that have no frames.
 */
export function listTopFrames(query: FramesQuery): ReadonlyMap<string, readonly string[]> {
  const stacks = new Map<string, string>()
  const add = (spanId: string, atNs: bigint, attributes: Readonly<Record<string, string>>) => {
    const stack = attributes['exception.stacktrace']
    if (stack) stacks.set(`${spanId} ${atNs}`, stack)
  }
  for (const { spanId, events } of query.spans) for (const event of events) add(spanId, event.atNs, event.attributes)
  for (const { spanId, atNs, attributes } of query.logs) add(spanId, atNs, attributes)
  const found = query.exceptions.map(({ id, atNs, spanId }): [string, readonly string[]] => {
    return [id, framesOf(stacks.get(`${spanId} ${atNs}`) ?? '', query.maxChars)]
  })
  return new Map(found.filter(([, frames]) => frames.length > 0))
}

function framesOf(stack: string, maxChars: number): readonly string[] {
  const { language, sections } = parseStack(stack)
  // Ends with the frame that threw, which was cut.
  if (language === 'python' && stack.length >= maxChars) return []
  const frames = sections[0]?.frames ?? []
  const own = frames.filter(({ library }) => !library)
  const shown = foldFrames(own.length > 0 ? own : frames, () => undefined).flatMap(run => run.frames)
  return shown.slice(0, MAX_FRAMES).map(frame => `${frame.function} ${frame.place}`.trim())
}
