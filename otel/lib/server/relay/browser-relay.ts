import type { IncomingMessage, ServerResponse } from 'node:http'
import { Server } from 'node:net'
import { context } from '@opentelemetry/api'
import { suppressTracing } from '@opentelemetry/core'
import { diagnoseOnce, guard } from '../../guard.ts'
import { isDisabled } from '../environment/is-disabled.ts'
import type { SignalName } from '../export/record-loss.ts'
import { clientAddress } from '../requests/client-address.ts'
import { clientNetwork } from '../requests/client-network.ts'
import { otherServerSpan } from '../requests/other-server-span.ts'
import { type KnownResource, requestTelemetry } from '../requests/request-telemetry.ts'
import { keepFromExport } from '../sdk/contract.ts'
import { openBodyBounds } from './bound-body.ts'
import { correctClock } from './correct-clock.ts'
import { withKnownResource } from './known-resource.ts'
import { withMappedStacks } from './mapped-stacks.ts'
import { type OtlpBody, RelayRefusal, readOtlpBody } from './otlp-body.ts'
import { rateLimit } from './rate-limit.ts'
import { setTrustedService } from './set-trusted-service.ts'

export interface RelayOptions {
  /** Path to which browsers post; `/v1/traces` and `/v1/logs` are below it. Default `/otlp`. */
  readonly path?: string
  /** Base address of the Collector's receiver. */
  readonly targetUrl: string
  /**
   * `own`: the receiver is only for browsers, and its pipeline reads the service's name from `x-errata-service`. `shared`: servers post to
   * it too, so the relay writes the name into the body itself. Default `own`.
   */
  readonly receiver?: 'own' | 'shared'
  /** Headers for the receiver, such as `authorization`. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
  /** Service name that the relay sets, whatever the browser sends. */
  readonly serviceName: string
  /** Resource attributes for browsers that do not send them. Default: environment and release of the started telemetry. */
  readonly resource?: KnownResource
  /** Largest body, uncompressed, in bytes. Default 65536. */
  readonly maxBytes?: number
  /** Requests a minute from one client address, or from one /64 network of IPv6; bursts up to the same number. Default 600. */
  readonly ratePerMinute?: number
  /** Bytes an hour that the relay forwards for one client, as for `ratePerMinute`; bursts up to the same number. Default 256 MiB. */
  readonly bytesPerHour?: number
  /** Other origins that may post, such as `https://www.example.com`. Default: only the page's own origin. */
  readonly allowedOrigins?: readonly string[]
  /**
   * Releases whose pages may still be open; the server's own is known. For any other, `service.version` becomes `unknown`. Default: none.
   */
  readonly releases?: readonly string[]
  /** Timeout of requests to the Collector, milliseconds. Default 10000. */
  readonly deadlineMs?: number
  /** Address to which the rate limit applies. Default: the socket's; behind a proxy, read the header that it sets. */
  readonly clientAddress?: (req: IncomingMessage) => string
}

interface RelayLimits {
  readonly isWithinRate: ReturnType<typeof rateLimit>
  readonly isWithinBytes: ReturnType<typeof rateLimit>
  readonly bound: ReturnType<typeof openBodyBounds>
}

/** The Collector's response to an accepted request. */
interface CollectorResponse {
  readonly body: Uint8Array | string
}

const signalsByPath: ReadonlyMap<string, SignalName> = new Map([
  ['/v1/traces', 'traces'],
  ['/v1/logs', 'logs'],
])
const retryAfterSeconds = 5
/** A wrong address or password takes a while to be mended, and browsers give up after six attempts. */
const retryAfterRefusalSeconds = 60
/** Statuses by which the Collector refuses this post or asks for time. With any other below 500, such as 401, it refuses the server. */
const refusalsOfPosts = new Set([400, 408, 413, 422, 429])

/**
 * Forwards what browsers post to a receiver that accepts only POST from the page's own origin and OTLP/JSON, optionally gzipped, limited in
 * size, nesting and rate. Invalid requests get a 4xx with a reason; if the Collector is unavailable or refuses the server, 503 with
 * Retry-After. Makes no spans.
 * With `OTEL_SDK_DISABLED=true` it accepts everything and forwards nothing.
 *
 * @returns A handler that is true if it answered the request.
 * @see https://opentelemetry.io/docs/specs/otlp/#otlphttp
 */
export function browserRelay(options: RelayOptions): (req: IncomingMessage, res: ServerResponse) => boolean {
  const path = options.path ?? '/otlp'
  const limits: RelayLimits = {
    isWithinRate: rateLimit({ amount: options.ratePerMinute ?? 600, periodMs: 60_000 }),
    isWithinBytes: rateLimit({ amount: options.bytesPerHour ?? 256 * 1_048_576, periodMs: 3_600_000 }),
    bound: openBodyBounds(options.releases),
  }
  requestTelemetry()?.ignoredPrefixes.push(path)

  return (req, res) => {
    const [requestPath = ''] = (req.url ?? '').split('?', 1)
    if (requestPath !== path && !requestPath.startsWith(`${path}/`)) return false
    const signalPath = requestPath.slice(path.length)
    const span = otherServerSpan(context.active())
    if (span !== undefined) keepFromExport(span)
    const write = createResponder(req, res, options)
    const answer = (outcome: CollectorResponse | RelayRefusal | 'preflight') => {
      write(outcome)
      const signal = signalsByPath.get(signalPath)
      if (signal === undefined || outcome === 'preflight') return
      guard('count of relayed requests', () =>
        requestTelemetry()?.countRelayed(signal, outcome instanceof RelayRefusal ? outcome.statusCode : 200),
      )
    }
    context.with(suppressTracing(context.active()), () => {
      relay(req, signalPath, options, limits).then(answer, (error: unknown) => {
        if (!(error instanceof RelayRefusal)) diagnoseOnce('relay of browser telemetry', error)
        answer(error instanceof RelayRefusal ? error : new RelayRefusal(503, 'the relay failed'))
      })
    })
    return true
  }
}

async function relay(
  req: IncomingMessage,
  signalPath: string,
  options: RelayOptions,
  { isWithinRate, isWithinBytes, bound }: RelayLimits,
): Promise<CollectorResponse | 'preflight'> {
  if (!signalsByPath.has(signalPath)) throw new RelayRefusal(404, 'post to /v1/traces or /v1/logs')
  const isForeign = !isSameOrigin(req)
  if (isForeign && !isAllowedOrigin(req, options)) throw new RelayRefusal(403, 'not from an allowed origin')
  if (req.method === 'OPTIONS' && isForeign) return 'preflight'
  const receivedMs = Date.now()
  if (req.method !== 'POST') throw new RelayRefusal(405, 'only POST', { allow: 'POST' })
  const client = clientNetwork(options.clientAddress?.(req) ?? clientAddress(req, requestTelemetry()?.trustedProxies))
  if (!isWithinRate(client)) throw new RelayRefusal(429, 'too many requests', { 'retry-after': '60' })
  if (isDisabled()) return { body: '{}' }
  const read = await readOtlpBody(req, signalPath, options.maxBytes ?? 65_536)
  // Before the bounds, which tell an old release by its records' times.
  correctClock(read.json, sentBy(req), receivedMs)
  const bounded = bound(read, signalPath, client)
  if (!isWithinBytes(client, bounded.body.byteLength)) {
    throw new RelayRefusal(429, 'too many bytes in an hour', { 'retry-after': '60' })
  }
  const received = addKnownResource(bounded, options)
  const body = signalPath === '/v1/logs' ? await withMappedStacks(received, originsOf(req)) : received.body
  const url = `${options.targetUrl}${signalPath}`
  return forward(options.receiver === 'shared' ? setTrustedService(body, options.serviceName) : body, url, options)
}

function sentBy({ headers }: IncomingMessage): string | undefined {
  const sent = headers['x-errata-sent']
  return typeof sent === 'string' ? sent : undefined
}

const addKnownResource = (received: OtlpBody, { resource }: RelayOptions) =>
  withKnownResource(received, resource ?? requestTelemetry()?.knownResource ?? {})

async function forward(
  body: Uint8Array<ArrayBuffer>,
  url: string,
  { serviceName, headers, deadlineMs = 10_000 }: RelayOptions,
): Promise<CollectorResponse> {
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'x-errata-service': serviceName },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    })
  } catch (cause) {
    throw new RelayRefusal(503, 'the collector is unavailable', { 'retry-after': String(retryAfterSeconds) }, cause)
  }
  if (response.ok) return readAnswer(response)
  const reason = await readReason(response)
  const { status } = response
  const retryAfter = response.headers.get('retry-after')
  if (refusalsOfPosts.has(status)) {
    throw new RelayRefusal(status, reason, retryAfter === null ? {} : { 'retry-after': retryAfter })
  }
  if (status >= 500) {
    throw new RelayRefusal(503, 'the collector is overloaded', {
      'retry-after': retryAfter ?? String(retryAfterSeconds),
    })
  }
  diagnoseOnce(`POST ${url} with the telemetry of browsers`, new Error(`${status} ${reason}`))
  throw new RelayRefusal(503, 'the collector refuses the relay', {
    'retry-after': retryAfter ?? String(retryAfterRefusalSeconds),
  })
}

/** The Collector's response to an accepted request: it may have accepted only a part. An unreadable response is no reason to send again. */
async function readAnswer(response: Response): Promise<CollectorResponse> {
  try {
    const body = new Uint8Array(await response.arrayBuffer())
    if (body.byteLength > 0) return { body }
  } catch (error) {
    diagnoseOnce("the collector's answer to the relay", error)
  }
  return { body: '{}' }
}

/** The message in the Collector's Status, or the text of a proxy's response. */
async function readReason(response: Response): Promise<string> {
  const text = (await response.text()).slice(0, 500)
  const [, message] = /"message":\s*"((?:[^"\\]|\\.)*)"/.exec(text) ?? []
  return (message ?? text).replace(/[^\x20-\x7e]+/g, ' ').trim() || `the collector answered ${response.status}`
}

/**
 * Browsers tell the origin of a request by Sec-Fetch-Site; older ones only by Origin. A client that sends neither is no browser that
 * another site could have misled, and could write any header.
 */
function isSameOrigin({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, host } = headers
  if (origin === undefined) return true
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

/** Possible origins of the page's scripts: the browser's own, and the host by which it calls this server. */
function originsOf({ headers: { origin, host } }: IncomingMessage): string[] {
  const named = host === undefined ? [] : [`https://${host}`, `http://${host}`]
  return (origin === undefined ? named : [origin, ...named])
    .filter(url => URL.canParse(url))
    .map(url => new URL(url).origin)
}

function isAllowedOrigin({ headers }: IncomingMessage, { allowedOrigins = [] }: RelayOptions): boolean {
  return headers.origin !== undefined && allowedOrigins.includes(headers.origin)
}

function createResponder(req: IncomingMessage, res: ServerResponse, options: RelayOptions) {
  if (isAllowedOrigin(req, options) && req.headers.origin !== undefined) {
    res.setHeader('access-control-allow-origin', req.headers.origin)
    res.setHeader('vary', 'origin')
  }
  return (outcome: CollectorResponse | RelayRefusal | 'preflight') => {
    if (res.headersSent || res.destroyed) return
    if (isServerClosing(req)) res.setHeader('connection', 'close')
    if (outcome === 'preflight') {
      res.setHeader('access-control-allow-methods', 'POST')
      res.setHeader('access-control-allow-headers', 'content-type, content-encoding')
      res.writeHead(204, { 'access-control-max-age': '86400' }).end()
    } else if (outcome instanceof RelayRefusal) {
      // An unread rest of the body would be taken for the next request.
      const headers = { ...outcome.headers, ...(!req.complete && { connection: 'close' }) }
      res.writeHead(outcome.statusCode, { 'content-type': 'application/json', ...headers })
      res.end(JSON.stringify({ message: outcome.message }))
    } else {
      res.writeHead(200, { 'content-type': 'application/json' }).end(outcome.body)
    }
  }
}

/** A connection with a request under way when its server closes would delay the end of the process until its keep-alive timeout, 5 s later. */
function isServerClosing({ socket }: IncomingMessage): boolean {
  const server: unknown = Reflect.get(socket, 'server')
  return server instanceof Server && !server.listening
}
