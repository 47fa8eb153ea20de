import { ATTR_EXCEPTION_STACKTRACE, ATTR_EXCEPTION_TYPE } from '@opentelemetry/semantic-conventions'
import {
  ATTR_ERRATA_COMPONENT_STACK,
  ATTR_ERRATA_COMPONENT_STACK_RAW,
  ATTR_ERRATA_EXCEPTION_CAUSES,
  ATTR_ERRATA_STACK_CONTEXT,
  ATTR_ERRATA_STACK_MAPPED,
  ATTR_ERRATA_STACK_RAW,
  ATTR_ERRATA_STACK_UNMAPPED_REASON,
} from '../../semconv.ts'
import type { StackOrigin } from './map-lookup.ts'
import type { MappedStack } from './map-stack.ts'
import { originalType } from './original-type.ts'
import type { StackMapper } from './stack-mapper.ts'

/** Attributes of one exception, whatever they are written in. */
export interface ExceptionAttributes {
  /** Text of an attribute; undefined if there is none. */
  get(name: string): string | undefined
  set(name: string, value: string): void
}

/** Maximum of context characters of all exceptions that are mapped at once; the rest has no context. */
const maxContextChars = 98_304
const maxContextCharsEach = 24_576
/** Stacks mapped at once: more of them are a flood, and stay as they are. */
const maxTexts = 64

/** A stack of an exception, and the attribute of the mapped one. */
interface Stack {
  readonly text: string
  /** That of the exception itself: its context is shown. */
  readonly isMain: boolean
  write(mapped: MappedStack): void
}

/**
 * Maps the stacks of exceptions, each with its causes and its stack of React components, in place. Each exception's raw stack is kept, and each
 * says whether it is mapped. Never rejects.
 */
export async function mapExceptions(
  exceptions: readonly ExceptionAttributes[],
  reporter: StackOrigin,
  mapper: StackMapper,
): Promise<void> {
  const stacksBy = new Map(exceptions.map(exception => [exception, stacksOf(exception)] as const))
  const stacks = [...stacksBy.values()].flat()
  if (stacks.length === 0) return
  const requested = stacks.slice(0, maxTexts)
  const outcome = await mapper.map(
    requested.map(({ text }) => text),
    reporter,
  )
  const mappedBy = new Map(typeof outcome === 'string' ? [] : requested.map((stack, index) => [stack, outcome[index]]))
  let contextLeft = maxContextChars
  for (const [exception, own] of stacksBy) {
    const counts = { own: 0, mapped: 0 }
    for (const stack of own) {
      const mapped = mappedBy.get(stack)
      if (mapped === undefined) continue
      counts.own += mapped.own
      counts.mapped += mapped.mapped
      if (mapped.mapped > 0) stack.write(mapped)
    }
    const main = own.find(({ isMain }) => isMain)
    const context = main && contextOf(mappedBy.get(main), Math.min(contextLeft, maxContextCharsEach))
    if (context !== undefined) exception.set(ATTR_ERRATA_STACK_CONTEXT, context)
    contextLeft -= context?.length ?? 0
    if (own.length > 0) recordOutcome(exception, counts, typeof outcome === 'string' ? outcome : undefined, reporter)
  }
}

function recordOutcome(
  exception: ExceptionAttributes,
  { own, mapped }: { own: number; mapped: number },
  reason: string | undefined,
  reporter: StackOrigin,
): void {
  // The stacks of a server that is not bundled, or has no maps, are readable.
  if (reporter.side === 'server' && own === 0 && (reason ?? 'no_map') === 'no_map') return
  exception.set(ATTR_ERRATA_STACK_MAPPED, mapped === 0 ? 'no' : mapped === own ? 'yes' : 'part')
  if (mapped < own || mapped === 0) {
    exception.set(ATTR_ERRATA_STACK_UNMAPPED_REASON, reason ?? (own === 0 ? 'foreign' : 'no_map'))
  }
}

function stacksOf(exception: ExceptionAttributes): Stack[] {
  const stacks: Stack[] = []
  const add = (from: string, raw: string) => {
    const text = exception.get(from)
    if (text === undefined || text === '') return
    const write = (mapped: MappedStack) => {
      exception.set(from, mapped.text)
      exception.set(raw, text)
      const type = from === ATTR_EXCEPTION_STACKTRACE ? exception.get(ATTR_EXCEPTION_TYPE) : undefined
      if (type !== undefined) exception.set(ATTR_EXCEPTION_TYPE, originalType(type, mapped))
    }
    stacks.push({ text, isMain: from === ATTR_EXCEPTION_STACKTRACE, write })
  }
  add(ATTR_EXCEPTION_STACKTRACE, ATTR_ERRATA_STACK_RAW)
  add(ATTR_ERRATA_COMPONENT_STACK, ATTR_ERRATA_COMPONENT_STACK_RAW)
  const causes = causesIn(exception.get(ATTR_ERRATA_EXCEPTION_CAUSES))
  for (const cause of causes) {
    const { stacktrace } = cause
    if (typeof stacktrace !== 'string') continue
    const write = (mapped: MappedStack) => {
      cause['type'] = originalType(String(cause['type']), mapped)
      cause['stacktrace'] = mapped.text
      cause['raw'] = stacktrace
      exception.set(ATTR_ERRATA_EXCEPTION_CAUSES, JSON.stringify(causes))
    }
    stacks.push({ text: stacktrace, isMain: false, write })
  }
  return stacks
}

function causesIn(json: string | undefined): Record<string, unknown>[] {
  try {
    const causes: unknown = JSON.parse(json ?? '[]')
    return Array.isArray(causes) ? causes.filter(isObject).slice(0, 5) : []
  } catch {
    return [] // cut short, or another's: it stays as it is
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** JSON of the frames' sources: of as many, from the innermost, as fit. */
function contextOf(mapped: MappedStack | undefined, maxChars: number): string | undefined {
  if (mapped === undefined || mapped.mapped === 0) return undefined
  let chars = 2
  const shown = mapped.context.map(source => {
    chars += (source === null ? 4 : JSON.stringify(source).length) + 1
    return chars > maxChars ? null : source
  })
  while (shown.at(-1) === null) shown.pop()
  return shown.length === 0 ? undefined : JSON.stringify(shown)
}
