import { type Context, ROOT_CONTEXT } from '@opentelemetry/api'

/**
 * A context of a few values on top of another. The API's own copies a Map and makes three functions for each value that is set, and a
 * request sets six.
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
    // Which has no values. Each span asks whether it is suppressed, and nearly none is.
    return this.#below === ROOT_CONTEXT ? undefined : this.#below.getValue(key)
  }

  setValue(key: symbol, value: unknown): Context {
    return new SmallContext(this.deleteValue(key), key, value)
  }

  /** Each key is there once at most: a context that is set anew for ever grows no longer. */
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
