import {
  type FrameContext,
  parseStack,
  type StackFrame,
  type StackRelation,
  type StackSection,
} from '@errata/otel/stacks'
import type { Exception } from '../../../store/exceptions/exception.ts'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import {
  ATTR_COMPONENT_STACK,
  ATTR_COMPONENT_STACK_RAW,
  ATTR_STACK_CONTEXT,
  ATTR_STACK_MAPPED,
  ATTR_STACK_RAW,
  ATTR_STACK_UNMAPPED_REASON,
  type MappedException,
  readStackContext,
  readStackMapping,
  type StackMapping,
} from '../../data/stack-maps/read-context.ts'
import { type ClippedText, clipLine, clipText } from '../../format/clip.ts'
import { type FrameGroup, foldFrames } from './fold-frames.ts'
import type { StackView } from './stack-view.ts'

/** An exception as its page shows it: all texts are bounded, however much was sent. */
export interface DisplayedException extends Omit<Exception, 'message' | 'stacktrace' | 'causes' | 'causesAreCut'> {
  readonly message: ClippedText
  readonly stack: DisplayedStack
}

export interface DisplayedStack {
  readonly choice: StackView
  readonly mapping: StackMapping | undefined
  /** Empty without a stack, or if the raw one is shown. */
  readonly sections: readonly DisplayedStackSection[]
  /** The order of the frames, whether source maps were applied to them, and why there is no source around them. */
  readonly note: string
  /** The stack as sent, if that was chosen, or if no frame can be shown. */
  readonly raw: ClippedText | undefined
  /** For in-app scripts: if one of them has no map, one can be uploaded. */
  readonly isMinified: boolean
}

export interface DisplayedStackSection {
  readonly relation: StackRelation
  /** Type and message in one line; '' if the page's heading has them. */
  readonly title: string
  readonly message: ClippedText
  readonly runs: readonly FrameGroup[]
  /** Frames omitted by the runtime because the section above has them too. */
  readonly omitted: number
  /** Frames omitted between the first and the last ones, because there are too many. */
  readonly hidden: number
}

/** Used as the page's heading; the attributes have all of it. */
const maxTypeChars = 200
const maxMessageChars = 8_000
const maxListedChars = 2_000
const maxRawChars = 64_000
const maxAttributeChars = 8_000
const maxSections = 10
const firstFrames = 100
const lastFrames = 20

/** Attributes that the page shows elsewhere. */
const attributesShownElsewhere = new Set([
  ATTR_STACK_MAPPED,
  ATTR_STACK_UNMAPPED_REASON,
  ATTR_STACK_RAW,
  ATTR_STACK_CONTEXT,
  ATTR_COMPONENT_STACK,
  ATTR_COMPONENT_STACK_RAW,
])

/** Parses the stack of an exception and of its causes. */
export function toDisplayedException(exception: MappedException, choice: StackView): DisplayedException {
  const { message, stacktrace, causes, causesAreCut, mappedHere, ...rest } = exception
  const attributes = Object.entries(rest.attributes).filter(([name]) => !attributesShownElsewhere.has(name))
  return {
    ...rest,
    type: clipLine(rest.type, maxTypeChars),
    attributes: Object.fromEntries(attributes.map(([name, value]) => [name, clipLine(value, maxAttributeChars)])),
    message: clipText(message.trim() === '' ? 'no message' : message, maxMessageChars),
    stack: showStack(exception, choice),
  }
}

/** Said below the causes of an exception if some were too large to be stored. */
export const CAUSES_CUT_NOTE = 'More causes were sent, but were too large to store.'

/** An exception reduced to what lists show. */
export function toExceptionSummary(exception: Exception): ExceptionSummary {
  const { id, atNs, shape, issue, type, message, service, route, release, digest, traceId, spanId, sessionId } =
    exception
  const listed = { id, atNs, shape, issue, type, service, route, release, digest, traceId, spanId, sessionId }
  return { ...listed, message: clipText(message, maxListedChars).text }
}

function showStack(exception: MappedException, choice: StackView): DisplayedStack {
  const mapping = exception.mappedHere ?? readStackMapping(exception.attributes)
  const mapped = mapping === undefined ? '' : describeMapping(mapping, choice)
  const raw = () => clipText(getUnmappedStack(exception), maxRawChars)
  if (choice === 'raw') return { choice, mapping, sections: [], note: mapped, raw: raw(), isMinified: false }
  const contextOf = readStackContext(exception.attributes)
  const read = parseStackSections(exception).slice(0, maxSections)
  const sections = read.map(section => showSection(section, contextOf))
  const isMinified = read.some(({ frames }) => frames.some(isScriptOfPage))
  const isReadable = sections.some(({ runs }) => runs.length > 0)
  const sourceNote = isMinified || mapping?.state === 'no' ? '' : describeMissingSource(sections)
  const cut = exception.causesAreCut && CAUSES_CUT_NOTE
  const note = [isReadable && 'Latest call first.', mapped, isReadable && sourceNote, cut].filter(Boolean).join(' ')
  const unread = isReadable || exception.stacktrace === '' ? undefined : raw()
  return { choice, mapping, sections, note, raw: unread, isMinified }
}

function describeMapping({ mappedBy, state, why }: StackMapping, choice: StackView): string {
  if (choice === 'raw') return state === 'no' ? 'Stack trace as sent.' : 'Stack trace before source mapping.'
  const because = why === '' ? '.' : `: ${why}.`
  if (state === 'no') return `No source maps applied${because}`
  const by = mappedBy === 'errata' ? 'with uploaded source maps' : 'by the sender'
  return state === 'yes' ? `Source maps applied ${by}.` : `Source maps partly applied ${by}${because}`
}

/** Where no source is around the frames; '' if there is some. */
function describeMissingSource(sections: readonly DisplayedStackSection[]): string {
  const frames = sections.flatMap(({ runs }) => runs.flatMap(run => run.frames))
  const sources = frames.flatMap(({ context }) => (context === undefined ? [] : [context]))
  if (sources.some(({ before, after }) => before.length + after.length > 0)) return ''
  return sources.length > 0 ? 'Of the source only failing lines were sent.' : 'No source was sent.'
}

/** A script built for browsers, whose text is usually not what anybody wrote. */
const isScriptOfPage = ({ library, file = '', line }: StackFrame) =>
  !library && line !== undefined && /^https?:[^?#]*\.[cm]?js(?:[?#]|$)/.test(file)

/** The stack before it was mapped. */
export function getUnmappedStack({ attributes, stacktrace }: Exception): string {
  return attributes[ATTR_STACK_RAW] || stacktrace
}

/** Sections of the stack, of causes that were sent separately, and of the React components. */
export function parseStackSections({ stacktrace, causes, attributes }: Exception): StackSection[] {
  const own = parseStack(stacktrace).sections
  const caused = causes.slice(0, maxSections).flatMap(cause => {
    const [first, ...more] = parseStack(cause.stacktrace).sections
    const none = { frames: [], headStart: 0, headEnd: 0 }
    return [{ ...none, ...first, relation: 'cause' as const, type: cause.type, message: cause.message }, ...more]
  })
  const components = parseStack(attributes[ATTR_COMPONENT_STACK] ?? '').sections.filter(
    ({ frames }) => frames.length > 0,
  )
  return [...own, ...caused, ...components.map(section => ({ ...section, relation: 'component' as const }))]
}

function showSection(
  section: StackSection,
  contextOf: (frame: StackFrame) => FrameContext | undefined,
): DisplayedStackSection {
  const { relation, type = '', message = '', frames, omitted = 0 } = section
  const hidden = Math.max(0, frames.length - firstFrames - lastFrames)
  const kept = hidden === 0 ? frames : [...frames.slice(0, firstFrames), ...frames.slice(-lastFrames)]
  return {
    relation,
    title: relation === 'thrown' ? '' : clipLine(type, 300),
    message: clipText(relation === 'thrown' ? '' : message, maxMessageChars),
    runs: foldFrames(kept, contextOf),
    omitted,
    hidden,
  }
}
