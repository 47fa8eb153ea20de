import type { StackFrame } from '@errata/otel/stacks'
import { z } from 'zod'
import { type MappedException, readStackContext } from '../../data/stack-maps/read-context.ts'
import { clipLine } from '../../format/clip.ts'
import { parseStackSections } from '../../parts/stack-trace/show-exception.ts'
import { count } from '../define/values.ts'

const frame = z.object({
  function: z.string(),
  file: z.string().meta({ description: 'Empty for native code.' }),
  line: z.number().int().nullable(),
  column: z.number().int().nullable(),
  module: z.string(),
  is_own: z.boolean().meta({ description: 'Code of the app, not of a library.' }),
  source: z
    .object({ before: z.array(z.string()), line: z.string(), after: z.array(z.string()) })
    .nullable()
    .meta({ description: 'Lines of source around it, where they are known.' }),
})

/** A field of answers. */
export const stackSections = z
  .array(
    z.object({
      relation: z.string().meta({
        description: 'thrown, cause, suppressed, context, aggregated or component; more may come.',
      }),
      type: z.string(),
      message: z.string().meta({ description: 'At most 8,000 characters.' }),
      frames: z.array(frame).meta({ description: 'Innermost first, at most 200.' }),
      left_out: count.meta({ description: 'Frames that are not listed.' }),
    }),
  )
  .meta({ description: 'The stack traces, mapped and parsed: its own, those of causes and of components. At most 10.' })

const MAX_SECTIONS = 10
const MAX_FRAMES = 200
const MAX_MESSAGE_CHARS = 8_000
const MAX_LINE_CHARS = 400
const MAX_CONTEXT_LINES = 10

export function writeStackSections(exception: MappedException): z.input<typeof stackSections> {
  const sourceOf = readStackContext(exception.attributes)
  return parseStackSections(exception)
    .slice(0, MAX_SECTIONS)
    .map(({ relation, type = '', message = '', frames, omitted = 0 }) => ({
      ...{ relation, type, message: clipLine(message, MAX_MESSAGE_CHARS) },
      frames: frames.slice(0, MAX_FRAMES).map(each => writeFrame(each, sourceOf(each))),
      left_out: omitted + Math.max(0, frames.length - MAX_FRAMES),
    }))
}

function writeFrame(
  { function: name = '', file = '', line, column, module = '', library, raw }: StackFrame,
  source: ReturnType<ReturnType<typeof readStackContext>>,
): z.input<typeof frame> {
  const cut = (text: string) => clipLine(text, MAX_LINE_CHARS)
  return {
    function: name === '' && file === '' ? cut(raw.trim()) : cut(name),
    file: file.slice(-2_000),
    line: line ?? null,
    column: column ?? null,
    module: cut(module),
    is_own: !library,
    source: source
      ? {
          before: source.before.slice(-MAX_CONTEXT_LINES).map(cut),
          line: cut(source.line),
          after: source.after.slice(0, MAX_CONTEXT_LINES).map(cut),
        }
      : null,
  }
}
