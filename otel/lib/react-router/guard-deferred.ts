/**
 * Replaces every promise in a loader's result by a harmless one: a rejection neither ends the process (as it does before the response
 * streams) nor reaches `<Await errorElement>` with its text.
 *
 * Searches plain objects, arrays, maps and sets like turbo-stream, at most 100,000; copies only what leads to a promise, once.
 *
 * @param onRejection Records the reason and returns the error to reject with instead, or a promise of it.
 * @param onPromise Called with each replacement; those within a resolved value come later.
 */
export function guardDeferred(
  value: unknown,
  onRejection: (reason: unknown) => unknown,
  onPromise: (replacement: Promise<unknown>) => void = () => {},
): unknown {
  // Most results have none, and every request pays for the search.
  visitsLeft = maxQuickVisits
  return mayContainPromise(value) ? replacePromises(value, { onRejection, onPromise, replacements: new Map() }) : value
}

/** Beyond this number the search with a memory is cheaper; without one a cycle would never end. */
const maxQuickVisits = 2_000
const maxVisits = 100_000
let visitsLeft = 0

/** Without a memory, closures, copies, or calls for primitives. @returns True also if it gave up. */
function mayContainPromise(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (visitsLeft-- <= 0 || isThenable(value)) return true
  if (Array.isArray(value)) return anyMayContainPromise(value)
  if (isPlain(value)) {
    for (const name in value) {
      const part = value[name]
      if (typeof part === 'object' && mayContainPromise(part)) return true
    }
    return false
  }
  return isCollection(value) && anyMayContainPromise([...value.values()])
}

function anyMayContainPromise(list: readonly unknown[]): boolean {
  for (let i = 0; i < list.length; i++) {
    const part = list[i]
    if (typeof part === 'object' && mayContainPromise(part)) return true
  }
  return false
}

/** One for a result and for everything that its promises resolve to: a promise may lead back to itself. */
interface ReplacementWalk {
  readonly onRejection: (reason: unknown) => unknown
  readonly onPromise: (replacement: Promise<unknown>) => void
  /** By original: the replacement of a promise, or the copy of what leads to one. */
  readonly replacements: Map<object, object>
}

function replacePromises(root: unknown, walk: ReplacementWalk): unknown {
  if (typeof root !== 'object' || root === null) return root
  if (isThenable(root)) return replacementFor(root, walk)
  const { replacements } = walk
  const known = replacements.get(root)
  if (known !== undefined) return known

  const copied = findContainersOfPromises(root, walk)
  for (const container of copied) replacements.set(container, emptyCopy(container))
  const replaced = (part: unknown) => (isObject(part) ? (replacements.get(part) ?? part) : part)
  for (const container of copied) fill(replacements.get(container), container, replaced)
  return replacements.get(root) ?? root
}

/** All containers below `root` that lead to a promise, at any depth. Replaces the promises. */
function findContainersOfPromises(root: object, walk: ReplacementWalk): Set<object> {
  const containersOf = new Map<object, object[]>([[root, []]])
  const found = new Set<object>()
  // Grows while it is iterated: no depth can overflow the stack.
  for (const container of containersOf.keys()) {
    for (const part of partsOf(container)) {
      if (!isObject(part)) continue
      if (isThenable(part)) replacementFor(part, walk)
      if (walk.replacements.has(part)) found.add(container)
      else if (containersOf.has(part)) containersOf.get(part)?.push(container)
      else if (containersOf.size < maxVisits && isContainer(part)) containersOf.set(part, [container])
    }
  }
  for (const container of found) for (const outer of containersOf.get(container) ?? []) found.add(outer)
  return found
}

function replacementFor(promise: PromiseLike<unknown>, walk: ReplacementWalk): object {
  const known = walk.replacements.get(promise)
  if (known !== undefined) return known
  const guarded = Promise.resolve(promise).then(
    result => replacePromises(result, walk),
    async reason => {
      throw await walk.onRejection(reason)
    },
  )
  guarded.catch(() => {}) // still rejects when awaited, but does not crash the process otherwise
  walk.replacements.set(promise, guarded)
  walk.onPromise(guarded)
  return guarded
}

function partsOf(container: object): Iterable<unknown> {
  if (Array.isArray(container)) return container
  return isCollection(container) ? container.values() : Object.values(container)
}

function emptyCopy(container: object): object {
  if (Array.isArray(container)) return []
  if (container instanceof Map) return new Map()
  return container instanceof Set ? new Set() : Object.create(Object.getPrototypeOf(container))
}

function fill(copy: unknown, original: object, replaced: (part: unknown) => unknown): void {
  if (Array.isArray(copy) && Array.isArray(original)) {
    for (const part of original) copy.push(replaced(part))
  } else if (copy instanceof Map && original instanceof Map) {
    for (const [key, part] of original) copy.set(key, replaced(part))
  } else if (copy instanceof Set && original instanceof Set) {
    for (const part of original) copy.add(replaced(part))
  } else if (isObject(copy)) {
    for (const [name, part] of Object.entries(original)) {
      // Not by assignment, which would change a property called `__proto__`.
      Object.defineProperty(copy, name, { value: replaced(part), enumerable: true, writable: true, configurable: true })
    }
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isThenable = (value: object): value is PromiseLike<unknown> => 'then' in value && typeof value.then === 'function'

const isCollection = (value: object): value is Map<unknown, unknown> | Set<unknown> =>
  value instanceof Map || value instanceof Set

const isContainer = (value: object) => Array.isArray(value) || isCollection(value) || isPlain(value)

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return true
  // An object of another realm.
  return isObject(prototype) && Object.getPrototypeOf(prototype) === null
}
