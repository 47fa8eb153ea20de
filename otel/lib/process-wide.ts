/**
 * A value that exists once in a process, however many copies of this package a bundler or package manager made: two copies would each have
 * half of the telemetry.
 *
 * @param has Name of a member by which the value is recognised.
 */
export function processWide<T extends object>(name: string, has: keyof T & string) {
  const key = Symbol.for(`errata.otel.${name}`)
  const isIt = (value: unknown): value is T => typeof value === 'object' && value !== null && has in value
  let known: T | undefined
  return {
    get(): T | undefined {
      if (known !== undefined) return known
      const value: unknown = Reflect.get(globalThis, key)
      if (isIt(value)) known = value
      return known
    },
    /** Call it once in a process: earlier callers keep their result. */
    set(value: T): void {
      Reflect.set(globalThis, key, value)
    },
  }
}
