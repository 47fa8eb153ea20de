import { type Context, ROOT_CONTEXT } from '@opentelemetry/api'

/**
 * A context of a few values on top of another. The API's own copies a Map and creates three functions for each value, and a request sets
 * six.
 */
export class SmallContext implements Context {
  readonly #below: Context
  readonly #key: symbol
  readonly #value: unknown

  constructor(below: Context, key: symbol, value: unknown) {
    this.#below = below
    this.#key = key
    this.#value = value
  }

  getValue(key: symbol): unknown {
    if (key === this.#key) return this.#value
    // The root has no values. Each span checks whether tracing is suppressed, and it rarely is.
    return this.#below === ROOT_CONTEXT ? undefined : this.#below.getValue(key)
  }

  setValue(key: symbol, value: unknown): Context {
    return new SmallContext(this.deleteValue(key), key, value)
  }

  /** Each key occurs at most once: a context that is set repeatedly does not grow. */
  deleteValue(key: symbol): Context {
    if (key === this.#key) return this.#below
    if (!(this.#below instanceof SmallContext)) {
      return this.#below.getValue(key) === undefined ? this : this.#on(this.#below.deleteValue(key))
    }
    const below = this.#below.deleteValue(key)
    return below === this.#below ? this : this.#on(below)
  }

  #on(below: Context): Context {
    return new SmallContext(below, this.#key, this.#value)
  }
}
