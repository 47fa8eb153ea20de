import type { FrameContext, StackFrame } from '@errata/otel/stacks'
import { z } from 'zod'
import type { Exception } from '../../../store/exceptions/exception.ts'
import { parseJson } from '../../../store/parse-json.ts'
import { clipLine } from '../../format/clip.ts'

export const ATTR_STACK_MAPPED = 'errata.stack.mapped'
export const ATTR_STACK_UNMAPPED_REASON = 'errata.stack.unmapped_reason'
export const ATTR_COMPONENT_STACK_RAW = 'errata.react.component_stack_raw'
export const ATTR_STACK_RAW = 'errata.stack.raw'
export const ATTR_STACK_CONTEXT = 'errata.stack.context'
export const ATTR_COMPONENT_STACK = 'errata.react.component_stack'

/** Whether a stack was mapped to its source, or why not. */
export interface StackMapping {
  /** Errata maps with uploaded source maps. */
  readonly mappedBy: 'sender' | 'errata'
  readonly state: 'yes' | 'part' | 'no'
  readonly why: string
}

/** An exception with mapped stacks. */
export interface MappedException extends Exception {
  /** How the app mapped it; absent if it changed nothing. */
  readonly mappedHere?: StackMapping
}

/** Reads `errata.stack.mapped` and the reason; `undefined` if nobody tried. */
export function readStackMapping(attributes: Readonly<Record<string, string>>): StackMapping | undefined {
  const state = z.enum(['yes', 'part', 'no']).safeParse(attributes[ATTR_STACK_MAPPED])
  if (!state.success) return undefined
  const reason = attributes[ATTR_STACK_UNMAPPED_REASON] ?? ''
  return {
    mappedBy: 'sender',
    state: state.data,
    why: Object.hasOwn(UNMAPPED_REASONS, reason) ? (UNMAPPED_REASONS[reason] ?? '') : clipLine(reason, 300),
  }
}

/** Texts for the sender's reasons. */
const UNMAPPED_REASONS: Readonly<Record<string, string>> = {
  no_map: 'no source map found',
  foreign: 'no frame is in a script of the app',
  deadline: 'mapping timed out',
  budget: 'too many stack traces at once',
  failed: 'mapping failed',
}

const linesSchema = z.array(z.string())
const contextSchema = z.object({
  file: z.string(),
  line: z.number(),
  column: z.number().optional(),
  context: z.object({ before: linesSchema, line: z.string(), after: linesSchema }),
})
const contextListSchema = z.array(z.unknown())

/**
 * The source lines around each mapped place. Any sender may have written this attribute: an invalid list is ignored, and places are matched
 * by value, not by position.
 */
export function readStackContext(
  attributes: Readonly<Record<string, string>>,
): (frame: StackFrame) => FrameContext | undefined {
  const byPlace = new Map<string, FrameContext>()
  const listed = contextListSchema.safeParse(parseJson(attributes[ATTR_STACK_CONTEXT] ?? ''))
  for (const item of listed.success ? listed.data : []) {
    const read = contextSchema.safeParse(item)
    if (read.success) byPlace.set(placeKey(read.data), read.data.context)
  }
  return frame => frame.context ?? byPlace.get(placeKey(frame))
}

const placeKey = ({ file, line }: { file?: string | undefined; line?: number | undefined }) => `${line} ${file}`
