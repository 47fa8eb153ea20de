import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { isUncacheable } from '../cache-control.ts'

type HeadRest = [(string | OutgoingHttpHeaders | OutgoingHttpHeader[])?, (OutgoingHttpHeaders | OutgoingHttpHeader[])?]

/** Headers of a response at the moment they are sent, whether set before or passed to `writeHead`. */
export interface ResponseHead {
  readonly statusCode: number
  get(name: string): string | undefined
  set(name: string, value: string): void
}

/** Calls `onHead` once, just before the headers of `res` are sent; what it throws is its own loss. */
export function beforeHead(res: ServerResponse, onHead: (head: ResponseHead) => void): void {
  const writeHead = res.writeHead
  const writeHeadOnce = (statusCode: number, ...rest: HeadRest): ServerResponse => {
    res.writeHead = writeHead
    const passed = rest.findLast(part => typeof part === 'object')
    const head = new PassedHead(res, statusCode, passed)
    onHead(head)
    const reason = typeof rest[0] === 'string' ? [rest[0]] : []
    return Reflect.apply(writeHead, res, [statusCode, ...reason, ...(head.passed === undefined ? [] : [head.passed])])
  }
  res.writeHead = writeHeadOnce
}

class PassedHead implements ResponseHead {
  readonly statusCode: number
  passed: OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined
  readonly #res: ServerResponse

  constructor(res: ServerResponse, statusCode: number, passed: OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined) {
    this.#res = res
    this.statusCode = statusCode
    this.passed = passed
  }

  get(name: string): string | undefined {
    return textOf(this.#passedValue(name) ?? this.#res.getHeader(name))
  }

  /** A header passed to `writeHead` wins over one set before, so a passed one is replaced where it stands. */
  set(name: string, value: string): void {
    if (Array.isArray(this.passed)) {
      this.passed = [...withoutName(this.passed, name), name, value]
    } else if (this.passed !== undefined) {
      this.passed = { ...this.passed, [keyOf(this.passed, name) ?? name]: value }
    } else {
      this.#res.setHeader(name, value)
    }
  }

  #passedValue(name: string): OutgoingHttpHeader | undefined {
    if (this.passed === undefined) return undefined
    if (!Array.isArray(this.passed)) {
      const key = keyOf(this.passed, name)
      return key === undefined ? undefined : this.passed[key]
    }
    const at = this.passed.findIndex((part, i) => i % 2 === 0 && String(part).toLowerCase() === name)
    return at < 0 ? undefined : this.passed[at + 1]
  }
}

/** As it is spelled there; most pass lower case. */
function keyOf(headers: OutgoingHttpHeaders, name: string): string | undefined {
  return Object.hasOwn(headers, name) ? name : Object.keys(headers).find(key => key.toLowerCase() === name)
}

function withoutName(pairs: OutgoingHttpHeader[], name: string): OutgoingHttpHeader[] {
  return pairs.filter((_, i) => String(pairs[i - (i % 2)]).toLowerCase() !== name)
}

const textOf = (value: OutgoingHttpHeader | undefined) =>
  value === undefined ? undefined : Array.isArray(value) ? value.join(', ') : String(value)

/** True for a page that nobody may show again later: only such a page may carry its own trace. */
export function isFreshPage(head: ResponseHead): boolean {
  if (!/^text\/html\b/i.test(head.get('content-type') ?? '')) return false
  return isUncacheable(head.get('cache-control'))
}
