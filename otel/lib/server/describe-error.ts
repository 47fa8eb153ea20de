/** What is stored of a thrown value. */
export interface ErrorDescription {
  /** Class name, or the kind of a thrown value that is no Error. */
  readonly type: string
  readonly message: string
  readonly stacktrace: string | undefined
}

const maxMessageChars = 8_192
const maxStackChars = 32_768
const maxCauses = 5

/** Describes anything that can be thrown; never throws itself, whatever getters the value has. */
export function describeError(thrown: unknown): ErrorDescription {
  try {
    if (isErrorLike(thrown)) {
      return {
        type: typeOf(thrown),
        message: cut(String(thrown.message), maxMessageChars),
        stacktrace: typeof thrown.stack === 'string' ? cut(thrown.stack, maxStackChars) : undefined,
      }
    }
    return { type: kindOf(thrown), message: cut(textOf(thrown), maxMessageChars), stacktrace: undefined }
  } catch (failure) {
    return { type: kindOf(thrown), message: `(unreadable: ${String(failure)})`, stacktrace: undefined }
  }
}

/**
 * Causes of an error, outermost first, at most 5; those of an AggregateError follow it where it has no cause of its own.
 * Empty where there are none.
 */
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

/** Errors of other realms (a vm context, a worker) are no `instanceof Error`. */
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
  return JSON.stringify(value)
}

const cut = (text: string, maxChars: number) => (text.length > maxChars ? `${text.slice(0, maxChars)}…` : text)
