/**
 * Sends generated requests in a page: what `native-requests.spec.ts` compares with and without the package. Runs in the browser, where it is
 * the same script on both pages.
 */

export interface FetchCase {
  readonly api: 'fetch'
  readonly url: string
  readonly input: 'text' | 'URL' | 'object' | 'Request' | "a frame's Request"
  /** Of the Request that is the first argument. */
  readonly inInput: Members
  readonly shape: 'none' | 'plain' | 'class' | 'inherited' | 'hidden' | 'no prototype' | 'frozen' | 'Request'
  /** Of the second argument. */
  readonly init: Members
  readonly abort: Abort
}

export interface XhrCase {
  readonly api: 'xhr'
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Body
  readonly isSync: boolean
  readonly withCredentials: boolean
  /** Calls before the last `open`. */
  readonly before: 'nothing' | 'open' | 'open and abort' | 'a whole request'
  readonly sendsTwice: boolean
  readonly abort: Abort
}

export interface Members {
  readonly method?: string
  readonly headers?: readonly (readonly [string, string])[]
  readonly headersShape?: 'record' | 'pairs' | 'Headers' | 'iterator'
  readonly body?: Body
  readonly mode?: RequestMode
  readonly credentials?: RequestCredentials
  readonly cache?: RequestCache
  readonly redirect?: RequestRedirect
  readonly referrer?: string
  readonly referrerPolicy?: ReferrerPolicy
  readonly keepalive?: boolean
  readonly priority?: RequestPriority
  readonly integrity?: string
}

export type Body = 'none' | 'text' | 'Blob' | 'bytes' | 'FormData' | 'URLSearchParams' | 'stream'
/** When, and with which reason. */
export type Abort = 'never' | `${'before' | 'later'}: ${'nothing' | 'text' | 'Error' | 'TypeError'}`

/** What the app sees. */
export type Outcome = readonly unknown[]

declare global {
  interface Window {
    sendInPage: (one: FetchCase | XhrCase) => Promise<Outcome>
    /** Aborts what is to be aborted later. */
    abortInPage?: () => void
  }
}

window.sendInPage = one => (one.api === 'fetch' ? sendByFetch(one) : sendByXhr(one))

async function sendByFetch({ url, input, inInput, shape, init, abort }: FetchCase): Promise<Outcome> {
  const { signal, reason } = aborts(abort)
  const members = readMembers(init)
  if (signal !== undefined) members['signal'] = signal
  const given: unknown[] = []
  try {
    given.push(inputOf(input, url, readMembers(inInput)), ...(shape === 'none' ? [] : [shaped(shape, members)]))
  } catch {
    return ['no such Request']
  }
  const outcome = await fetch(...(given as Parameters<typeof fetch>)).then(describeResponse, (thrown: unknown) => [
    describe(thrown),
    thrown === reason,
  ])
  // What is the app's own stays as it was.
  const requests = given.filter(one => one instanceof Request)
  return [...outcome, ...requests.map(one => [...one.headers, one.bodyUsed])]
}

async function describeResponse(response: Response): Promise<Outcome> {
  const { status, type, url, redirected } = response
  return [status, type, url, redirected, await response.text()]
}

function readMembers({ headers, headersShape, body = 'none', ...rest }: Members): Record<string, unknown> {
  const members: Record<string, unknown> = { ...rest }
  if (headers !== undefined) {
    const pairs = headers.map(([name, value]): [string, string] => [name, value])
    members['headers'] =
      headersShape === 'record'
        ? Object.fromEntries(pairs)
        : headersShape === 'Headers'
          ? new Headers(pairs)
          : headersShape === 'iterator'
            ? pairs.values()
            : pairs
  }
  if (body !== 'none') members['body'] = bodyOf(body)
  if (body === 'stream') members['duplex'] = 'half'
  return members
}

function bodyOf(body: Body): BodyInit | null {
  switch (body) {
    case 'none':
      return null
    case 'text':
      return 'a=1'
    case 'Blob':
      return new Blob(['a blob'], { type: 'text/x-own' })
    case 'bytes':
      return Uint8Array.of(1, 0, 255)
    case 'FormData': {
      const form = new FormData()
      form.set('file', new Blob(['in a file']), 'a.txt')
      return form
    }
    case 'URLSearchParams':
      return new URLSearchParams({ a: '1 2' })
    case 'stream':
      return new Blob(['a stream']).stream()
  }
}

function inputOf(input: FetchCase['input'], url: string, members: Record<string, unknown>): unknown {
  switch (input) {
    case 'text':
      return url
    case 'URL':
      return new URL(url, location.href)
    case 'object':
      return { headers: {}, url: 'https://elsewhere.test/', toString: () => url }
    case 'Request':
      return new Request(url, members)
    case "a frame's Request": {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const Foreign: typeof Request = Reflect.get(frame.contentWindow ?? window, 'Request')
      return new Foreign(new URL(url, location.href), members)
    }
  }
}

function shaped(shape: FetchCase['shape'], members: Record<string, unknown>): unknown {
  switch (shape) {
    case 'class': {
      class Options {}
      for (const [name, value] of Object.entries(members)) {
        Object.defineProperty(Options.prototype, name, { get: () => value })
      }
      return new Options()
    }
    case 'inherited':
      return Object.create(members)
    case 'hidden':
      return Object.defineProperties(
        {},
        Object.fromEntries(Object.entries(members).map(([k, value]) => [k, { value }])),
      )
    case 'no prototype':
      return Object.assign(Object.create(null), members)
    case 'frozen':
      return Object.freeze(members)
    case 'Request':
      return new Request('/elsewhere', members)
    default:
      return members
  }
}

function aborts(abort: Abort): { signal?: AbortSignal; reason?: unknown } {
  if (abort === 'never') return {}
  const [when, kind = ''] = abort.split(': ')
  const reasons: Record<string, unknown> = { text: 'left', Error: new Error('left'), TypeError: new TypeError('left') }
  const reason = reasons[kind]
  const controller = new AbortController()
  window.abortInPage = () => controller.abort(reason)
  if (when === 'before') window.abortInPage()
  return { signal: controller.signal, reason }
}

const describe = (thrown: unknown) =>
  typeof thrown === 'object' && thrown !== null
    ? [Object.prototype.toString.call(thrown), Reflect.get(thrown, 'name'), Reflect.get(thrown, 'message')]
    : thrown

async function sendByXhr({ url, method, headers, body, before, abort, ...rest }: XhrCase): Promise<Outcome> {
  const xhr = new XMLHttpRequest()
  if (before === 'a whole request') await whenEnded(xhr, () => xhr.open('GET', '/echo?before'))
  else if (before !== 'nothing') {
    xhr.open('DELETE', url)
    xhr.setRequestHeader('traceparent', 'of what is not sent')
  }
  if (before === 'open and abort') xhr.abort()
  const seen: unknown[] = []
  const attempt = (act: () => void) => {
    try {
      act()
    } catch (thrown) {
      seen.push(describe(thrown))
    }
  }
  for (const type of ['load', 'error', 'abort', 'timeout']) xhr.addEventListener(type, () => seen.push(type))
  attempt(() => xhr.open(method, url, !rest.isSync))
  attempt(() => {
    xhr.withCredentials = rest.withCredentials
  })
  for (const [name, value] of headers) attempt(() => xhr.setRequestHeader(name, value))
  const ended = new Promise(resolve => xhr.addEventListener('loadend', resolve))
  window.abortInPage = () => xhr.abort()
  if (abort.startsWith('before')) xhr.abort()
  const send = () => xhr.send(bodyOf(body) as XMLHttpRequestBodyInit)
  let isSent = false
  attempt(() => {
    send()
    isSent = true
  })
  if (rest.sendsTwice) attempt(send)
  if (isSent && !rest.isSync) await ended
  return [...seen, xhr.status, xhr.readyState, xhr.responseURL, xhr.responseText]
}

function whenEnded(xhr: XMLHttpRequest, open: () => void): Promise<void> {
  return new Promise(resolve => {
    xhr.addEventListener('loadend', () => resolve(), { once: true })
    open()
    xhr.send()
  })
}
