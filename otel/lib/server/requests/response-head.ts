import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { isUncacheable } from '../../cache-control.ts'
import { guard } from '../../guard.ts'

/** Headers of a response when they are sent, whether set before or passed to `writeHead`. Names are in lower case. */
export interface ResponseHead {
  readonly statusCode: number
  get(name: string): string | undefined
  set(name: string, value: string): void
}

/**
 * Calls `onHead` once, just before the headers of `res` are sent. If it fails, or cannot read what the app passed to `writeHead`, the
 * response is sent unchanged.
 */
export function beforeHead(res: ServerResponse, onHead: (head: ResponseHead) => void): void {
  const writeHead = res.writeHead
  const writeHeadOnce = (...args: unknown[]): ServerResponse => {
    res.writeHead = writeHead
    const completed = guard('response head', () => {
      const head = new PassedHead(res, args)
      onHead(head)
      return head.args
    })
    return Reflect.apply(writeHead, res, completed ?? args)
  }
  res.writeHead = writeHeadOnce
}

/** Headers passed to `writeHead`: an object, a flat list of names and values, or a list of pairs. */
type PassedHeaders =
  | Readonly<Record<string, OutgoingHttpHeader | undefined>>
  | readonly OutgoingHttpHeader[]
  | readonly Pair[]
type Pair = readonly [string, OutgoingHttpHeader]

class PassedHead implements ResponseHead {
  readonly statusCode: number
  /** Arguments of `writeHead`: status, optional reason, optional headers. */
  args: readonly unknown[]
  readonly #res: ServerResponse
  #passed: PassedHeaders | undefined

  constructor(res: ServerResponse, args: readonly unknown[]) {
    const [statusCode, reason, headers] = args
    const passed = typeof reason === 'string' ? headers : (headers ?? reason)
    this.#res = res
    this.args = args
    this.statusCode = Number(statusCode)
    this.#passed = isPassedHeaders(passed) ? passed : undefined
  }

  get(name: string): string | undefined {
    return textOf(this.#passedValue(name) ?? this.#res.getHeader(name))
  }

  /** Headers passed to `writeHead` override those set before, so it is added there if any were passed. */
  set(name: string, value: string): void {
    const passed = this.#passed
    if (passed === undefined) {
      this.#res.setHeader(name, value)
      return
    }
    this.#passed = withHeader(passed, name, value)
    const [statusCode, reason] = this.args
    this.args = [statusCode, ...(typeof reason === 'string' ? [reason] : []), this.#passed]
  }

  #passedValue(name: string): OutgoingHttpHeader | undefined {
    const passed = this.#passed
    if (passed === undefined) return undefined
    if (isPairs(passed)) return passed.find(([key]) => isSameHeaderName(key, name))?.[1]
    if (isList(passed)) {
      const at = passed.findIndex((part, i) => i % 2 === 0 && isSameHeaderName(part, name))
      return at < 0 ? undefined : passed[at + 1]
    }
    const key = keyOf(passed, name)
    return key === undefined ? undefined : passed[key]
  }
}

const isPassedHeaders = (value: unknown): value is PassedHeaders => typeof value === 'object' && value !== null
const isList = (passed: PassedHeaders): passed is readonly OutgoingHttpHeader[] =>
  Array.isArray(passed) && !isPairs(passed)
const isPairs = (passed: PassedHeaders): passed is readonly Pair[] => Array.isArray(passed) && Array.isArray(passed[0])
/** Most names differ in length. */
const isSameHeaderName = (key: unknown, name: string) =>
  String(key).length === name.length && String(key).toLowerCase() === name

function withHeader(passed: PassedHeaders, name: string, value: string): PassedHeaders {
  if (isPairs(passed)) return [...passed.filter(([key]) => !isSameHeaderName(key, name)), [name, value]]
  if (isList(passed)) return [...passed.filter((_, i) => !isSameHeaderName(passed[i - (i % 2)], name)), name, value]
  const headers = { ...passed }
  headers[keyOf(passed, name) ?? name] = value
  return headers
}

/** In its original spelling; most pass lower case. */
function keyOf(headers: OutgoingHttpHeaders, name: string): string | undefined {
  if (Object.hasOwn(headers, name)) return name
  for (const key of Object.keys(headers)) if (isSameHeaderName(key, name)) return key
  return undefined
}

const textOf = (value: OutgoingHttpHeader | undefined) =>
  value === undefined ? undefined : Array.isArray(value) ? value.join(', ') : String(value)

/** True for a page, or a redirect to one, that nobody may be shown again later: only such a response may carry its own trace. */
export function mayCarryTrace(head: ResponseHead): boolean {
  const isPage = /^text\/html\b/i.test(head.get('content-type') ?? '')
  return (isPage || uncachedRedirects.has(head.statusCode)) && isUncacheable(head.get('cache-control'))
}

/** Redirects that a browser caches only if told to; 301 and 308 are cached by default. */
const uncachedRedirects = new Set([302, 303, 307])
