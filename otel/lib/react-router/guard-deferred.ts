/**
 * Replaces every promise in a loader's result by one that cannot hurt: a rejection neither ends the process (it does where
 * it comes before the response streams) nor reaches `<Await errorElement>` with its text.
 *
 * Looks into plain objects, arrays, maps and sets, as turbo-stream does; copies only what leads to a promise.
 *
 * @param onRejection Records the reason and returns the error to reject with in its place.
 */
export function guardDeferred(value: unknown, onRejection: (reason: unknown) => unknown): unknown {
  return holdsPromise(value, 0) ? visit(value, onRejection, 0, undefined) : value
}

/** Most results hold none, and every request pays for looking: no closures, no copies, no call for what is no object. */
function holdsPromise(value: unknown, depth: number, seen?: Set<object>): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (isThenable(value)) return true
  const memory = depth < depthWithoutMemory ? undefined : (seen ?? new Set<object>())
  if (memory?.has(value)) return false
  memory?.add(value)
  if (Array.isArray(value)) return anyHoldsPromise(value, depth, memory)
  if (isPlain(value)) {
    for (const name in value) {
      const part = value[name]
      if (typeof part === 'object' && holdsPromise(part, depth + 1, memory)) return true
    }
    return false
  }
  const isCollection = value instanceof Map || value instanceof Set
  return isCollection && anyHoldsPromise([...value.values()], depth, memory)
}

function anyHoldsPromise(list: readonly unknown[], depth: number, seen: Set<object> | undefined): boolean {
  for (let i = 0; i < list.length; i++) {
    const part = list[i]
    if (typeof part === 'object' && holdsPromise(part, depth + 1, seen)) return true
  }
  return false
}

/** Below this depth a value may be visited twice, which is cheaper than remembering it; a cycle is always deeper. */
const depthWithoutMemory = 6

function visit(value: unknown, onRejection: (reason: unknown) => unknown, depth: number, seen?: Set<object>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isThenable(value)) return harmless(value, onRejection)
  const memory = depth < depthWithoutMemory ? undefined : (seen ?? new Set<object>())
  if (memory?.has(value)) return value
  memory?.add(value)
  const inner = (part: unknown) => visit(part, onRejection, depth + 1, memory)

  if (Array.isArray(value)) return visitList(value, inner)
  if (value instanceof Map) {
    const keys = [...value.keys()]
    const before = [...value.values()]
    const after = visitList(before, inner)
    return after === before ? value : new Map(keys.map((key, i) => [key, after[i]]))
  }
  if (value instanceof Set) {
    const before = [...value]
    const after = visitList(before, inner)
    return after === before ? value : new Set(after)
  }
  return isPlain(value) ? visitObject(value, inner) : value
}

function visitList(list: unknown[], inner: (part: unknown) => unknown): unknown[] {
  let copy: unknown[] | undefined
  for (let i = 0; i < list.length; i++) {
    const part = list[i]
    const visited = inner(part)
    if (visited === part) continue
    copy ??= list.slice()
    copy[i] = visited
  }
  return copy ?? list
}

function visitObject(object: Record<string, unknown>, inner: (part: unknown) => unknown): object {
  let copy: Record<string, unknown> | undefined
  for (const [name, part] of Object.entries(object)) {
    const visited = inner(part)
    if (visited === part) continue
    copy ??= { ...object }
    copy[name] = visited
  }
  return copy ?? object
}

function harmless(promise: PromiseLike<unknown>, onRejection: (reason: unknown) => unknown): Promise<unknown> {
  const guarded = Promise.resolve(promise).then(
    result => guardDeferred(result, onRejection),
    reason => {
      throw onRejection(reason)
    },
  )
  guarded.catch(() => {}) // whoever awaits it still sees it reject; nobody awaiting it is no crash
  return guarded
}

const isThenable = (value: object): value is PromiseLike<unknown> => 'then' in value && typeof value.then === 'function'

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
