import type { LogAttributes } from '@opentelemetry/api-logs'
import {
  ATTR_EXCEPTION_MESSAGE,
  ATTR_EXCEPTION_STACKTRACE,
  ATTR_EXCEPTION_TYPE,
} from '@opentelemetry/semantic-conventions'

/** The stored description of a thrown value. */
export interface ErrorDescription {
  /** Class name, or the kind of a thrown value that is no Error. */
  readonly type: string
  readonly message: string
  readonly stacktrace: string | undefined
}

const maxMessageChars = 8_192
const maxStackChars = 32_768
export const maxCauses = 5

/** Describes anything that can be thrown; never throws itself, whatever getters the value has. */
export function describeError(thrown: unknown): ErrorDescription {
  try {
    if (isErrorLike(thrown)) {
      const stacktrace = typeof thrown.stack === 'string' ? thrown.stack : undefined
      return truncateDescription({ type: typeOf(thrown), message: String(thrown.message), stacktrace })
    }
    return truncateDescription({ type: kindOf(thrown), message: textOf(thrown), stacktrace: undefined })
  } catch (failure) {
    return { type: kindOf(thrown), message: `(unreadable: ${String(failure)})`, stacktrace: undefined }
  }
}

/** A description as attributes of a record. @see https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/ */
export function descriptionAttributes({ type, message, stacktrace }: ErrorDescription): LogAttributes {
  return {
    [ATTR_EXCEPTION_TYPE]: type,
    [ATTR_EXCEPTION_MESSAGE]: message,
    ...(stacktrace !== undefined && { [ATTR_EXCEPTION_STACKTRACE]: stacktrace }),
  }
}

/** Cuts texts to the stored length. */
export function truncateDescription({ type, message, stacktrace }: ErrorDescription): ErrorDescription {
  return {
    type,
    message: cut(message, maxMessageChars),
    stacktrace: stacktrace === undefined ? undefined : cut(truncateMessageInStack(stacktrace, message), maxStackChars),
  }
}

/** Causes of an error, outermost first, at most 5; the errors of an AggregateError follow if it has no cause. Empty if there are none. */
export function describeCauses(thrown: unknown): ErrorDescription[] {
  const causes: ErrorDescription[] = []
  const seen = new Set<unknown>([thrown])
  const queue = causesOf(thrown)
  while (queue.length > 0 && causes.length < maxCauses) {
    const cause = queue.shift()
    if (seen.has(cause)) continue
    seen.add(cause)
    causes.push(describeError(cause))
    queue.push(...causesOf(cause))
  }
  return causes
}

function causesOf(thrown: unknown): unknown[] {
  try {
    if (!(thrown instanceof Error)) return []
    if (thrown.cause !== undefined) return [thrown.cause]
    return thrown instanceof AggregateError ? thrown.errors.slice(0, maxCauses) : []
  } catch {
    return [] // a getter of the app's own class threw: the error itself is still described
  }
}

/** Errors of other realms (a vm context, a worker) are not `instanceof Error`. */
function isErrorLike(value: unknown): value is { name?: unknown; message: unknown; stack?: unknown } {
  if (value instanceof Error) return true
  return typeof value === 'object' && value !== null && 'message' in value && 'stack' in value
}

function typeOf(error: { name?: unknown }): string {
  const { name } = error
  if (typeof name === 'string' && name !== '' && name !== 'Error') return name
  return error.constructor.name || 'Error'
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value !== 'object') return typeof value
  return value.constructor?.name || 'object'
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if ('message' in value && typeof value.message === 'string') return value.message
  try {
    return JSON.stringify(value)
  } catch {
    // It has cycles, or values that JSON does not support: described like every object in the browser.
    return `Object with keys: ${Object.keys(value).slice(0, 20).join(', ')}`
  }
}

/** A stack starts with the message: a long one is cut there too, to leave space for the frames. */
function truncateMessageInStack(stack: string, message: string): string {
  if (message.length <= maxMessageChars) return stack
  return stack.replace(message, () => cut(message, maxMessageChars))
}

const cut = (text: string, maxChars: number) => (text.length > maxChars ? `${text.slice(0, maxChars)}…` : text)
