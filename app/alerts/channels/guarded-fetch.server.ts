import { type LookupAddress, lookup as lookupByDns } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { context } from '@opentelemetry/api'
import { suppressTracing } from '@opentelemetry/core'
import { Agent, buildConnector, fetch } from 'undici'
import { type AllowedReceivers, isPublicAddress, withoutBrackets } from './reachable-address.server.ts'

/** Why a request was not answered, in words that hold nothing of its URL but the host. */
export class GuardedFetchError extends Error {
  override readonly name = 'GuardedFetchError'
  /** The guard refused it, and would refuse it again. */
  readonly isRefused: boolean

  constructor(message: string, { isRefused = false, cause }: { isRefused?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isRefused = isRefused
  }
}

export interface GuardedRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Ends it earlier than its own timeout. */
  readonly signal?: AbortSignal
}

/** A request that posts JSON. */
export const postJson = (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): GuardedRequest => ({
  ...{ url, method: 'POST', body },
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
})

export interface GuardedFetch {
  /**
   * Sends a request once, within ten seconds, and follows no redirect. It is neither traced nor does it go through a proxy of the
   * environment.
   *
   * @returns The status and `Retry-After`: nothing else of the answer is kept.
   * @throws {GuardedFetchError} When there was no answer, or the receiver is not allowed.
   */
  send(request: GuardedRequest): Promise<{ readonly status: number; readonly retryAfter: string | null }>
  close(): Promise<void>
}

/** As `dns.lookup` with `all`. */
export type ResolveAll = (hostName: string) => Promise<readonly LookupAddress[]>

interface GuardedFetchOptions {
  /** What may be reached beside the internet; `everything` for addresses of the operator's own settings. */
  readonly allowed: AllowedReceivers | 'everything'
  /** @default `dns.lookup` */
  readonly resolve?: ResolveAll
  /** @default 10,000 */
  readonly timeoutMs?: number
}

const SEND_TIMEOUT_MS = 10_000
const MAX_READ_BYTES = 65_536
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 }
const SETTING = 'ERRATA_ALERT_ALLOW'

/**
 * Makes a client for addresses that users of the desk typed. What it connects to is checked at the connection itself: all addresses of a
 * name, resolved once, of which only checked ones are connected to, so that a name cannot change in between.
 */
export function createGuardedFetch({
  allowed,
  resolve = resolveByDns,
  timeoutMs = SEND_TIMEOUT_MS,
}: GuardedFetchOptions): GuardedFetch {
  const connect: buildConnector.connector = (options, callback) => {
    const hostName = withoutBrackets(options.hostname)
    resolveChecked({ hostName, port: Number(options.port), protocol: options.protocol }).then(
      addresses => {
        const connectTo = buildConnector({ timeout: timeoutMs, lookup: answerWith(addresses) })
        connectTo(options, callback)
      },
      error => callback(error, null),
    )
  }

  async function resolveChecked({ hostName, port, protocol }: Receiver): Promise<readonly LookupAddress[]> {
    const family = isIP(hostName)
    // Addresses in the URL are never looked up.
    const addresses = family === 0 ? await resolve(hostName) : [{ address: hostName, family }]
    if (addresses.length === 0) throw new GuardedFetchError(`${hostName} has no address.`)
    if (allowed === 'everything' || allowed.isAllowedName(hostName)) return addresses
    if (addresses.every(({ address }) => allowed.isAllowedAddress(address))) return addresses
    const refused = addresses.find(({ address }) => !isPublicAddress(address) && !allowed.isAllowedAddress(address))
    if (refused !== undefined) {
      const at = refused.address === hostName ? hostName : `${hostName} (${refused.address})`
      throw refusal(`${at} is not on the internet: to allow it, name it or its network in ${SETTING}.`)
    }
    const [port443, port80] = Object.values(DEFAULT_PORTS)
    if (protocol !== 'https:') throw refusal(`${hostName} is allowed over https:// only, unless ${SETTING} names it.`)
    if (port !== port443 && port !== port80)
      throw refusal(`Port ${port} of ${hostName} is allowed only if ${SETTING} names the host.`)
    return addresses
  }

  // A connection for each request, so that each is checked.
  const agent = new Agent({ connect, pipelining: 0, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })

  async function send({ url, method, headers = {}, body, signal }: GuardedRequest) {
    const deadline = AbortSignal.timeout(timeoutMs)
    const { plainUrl, authorization } = splitCredentials(url)
    const response = await fetch(plainUrl, {
      method,
      headers: { 'user-agent': 'errata', ...authorization, ...headers },
      dispatcher: agent,
      redirect: 'manual',
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      ...(body !== undefined && { body }),
    })
    await readAndForget(response.body)
    return { status: response.status, retryAfter: response.headers.get('retry-after') }
  }

  return {
    async send(request) {
      const receiver = readReceiver(request.url)
      try {
        // Its own spans would tell nothing of the app, and hold the URL, which is a secret.
        return await context.with(suppressTracing(context.active()), () => send(request))
      } catch (error) {
        throw describeFailure(error, receiver, timeoutMs)
      }
    },
    close: () => agent.destroy(),
  }
}

interface Receiver {
  readonly hostName: string
  readonly port: number
  readonly protocol: string
}

function readReceiver(url: string): Receiver {
  const { protocol = '', hostname = '', port = '' } = URL.parse(url) ?? {}
  const defaultPort = DEFAULT_PORTS[protocol]
  if (defaultPort === undefined) throw refusal('The address is not an http:// or https:// one.')
  return { protocol, hostName: hostname, port: port === '' ? defaultPort : Number(port) }
}

/** `fetch` refuses a URL with a name and a password, by an error that repeats them. */
function splitCredentials(url: string): { plainUrl: string; authorization: { authorization?: string } } {
  const plain = new URL(url)
  const { username, password } = plain
  if (username === '' && password === '') return { plainUrl: url, authorization: {} }
  plain.username = ''
  plain.password = ''
  const credentials = Buffer.from(`${decode(username)}:${decode(password)}`).toString('base64')
  return { plainUrl: plain.href, authorization: { authorization: `Basic ${credentials}` } }
}

/** A `%` that begins no escape stands for itself. */
const decode = (text: string) =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, escaped => Buffer.from(escaped.replaceAll('%', ''), 'hex').toString())

const refusal = (why: string) => new GuardedFetchError(why, { isRefused: true })

/** In the form of `dns.lookup`, which may be asked for one address or for all. */
const answerWith =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_hostName, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }

const resolveByDns: ResolveAll = hostName =>
  new Promise((resolve, reject) => {
    lookupByDns(hostName, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  })

/** A receiver that is hung up on may take that for a failure, so that a little is read. What happens to it after its status is of no interest. */
async function readAndForget(body: Awaited<ReturnType<typeof fetch>>['body']): Promise<void> {
  let bytes = 0
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength
      if (bytes > MAX_READ_BYTES) return
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
}

function describeFailure(error: unknown, { hostName }: Receiver, timeoutMs: number): GuardedFetchError {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof GuardedFetchError) return at
    const { name } = at
    const code = 'code' in at && typeof at.code === 'string' ? at.code : ''
    if (name === 'TimeoutError' || TIMEOUT_CODES.has(code))
      return new GuardedFetchError(`${hostName} did not answer within ${timeoutMs / 1_000} s.`, { cause: error })
    if (name === 'AbortError') return new GuardedFetchError('Sending was ended.', { cause: error })
    const words = describeCode(code)
    if (words !== undefined) return new GuardedFetchError(`${hostName} ${words}`, { cause: error })
  }
  return new GuardedFetchError(`The connection to ${hostName} failed.`, { cause: error })
}

const TIMEOUT_CODES = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

/** What the code of a failed connection says, after the name of the receiver; `undefined` for none. */
export function describeCode(code: string): string | undefined {
  if (code === 'ECONNREFUSED') return 'refused the connection.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'could not be resolved.'
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET') return 'closed the connection.'
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'cannot be reached.'
  if (/CERT|^(?:ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)|_SSL_/.test(code))
    return `has no valid certificate (${code}).`
  return code === '' || code.startsWith('UND_ERR_ABORT') ? undefined : `could not be reached (${code}).`
}
