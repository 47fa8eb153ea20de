import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import document from '../../docs/openapi.json?raw'
import { withQueryPolicy } from '../../store/store.ts'
import { accessContext } from '../access/access.server.ts'
import { SecretKeyError } from '../access/account-log.server.ts'
import { limitKeyOf, type Reader, readerContext } from '../access/reader.ts'
import { includesRole } from '../access/roles.ts'
import { storeContext } from '../data/query.ts'
import { outageOf } from '../http/outage-response.ts'
import { OUTAGES } from '../http/outages.ts'
import type { Operation, ParsedArgs, RunContext, StoreFunction } from './define/operation.ts'
import { type FieldProblem, invalidParameter, Problem, problemResponse, scopeNeeded } from './define/problem.ts'
import { exportRows } from './export-rows.ts'
import { findOperation } from './find-operation.ts'
import { OPERATIONS } from './operations.ts'
import { apiRateLimiterContext, rateLimitHeaders } from './rate-limiter.ts'

/** Paths of all operations begin with it. */
export const API_PATH = '/api/v1'
/** The path of the OpenAPI document. Anybody may read it, for it says nothing of what is stored. */
const DOCUMENT_PATH = `${API_PATH}/openapi.json`

export interface ApiRequest {
  readonly request: Request
  readonly context: Readonly<RouterContextProvider>
  readonly url: URL
}

const RETRY_AFTER = { 'retry-after': '5' }
/** Rows that an export reads at once. With one more, which tells if others follow, it is the most that the store lists. */
const EXPORTED_ROWS = 499
/** Exports under way at once, by this process. */
const MAX_EXPORTS = 4
const exportsUnderWay = new Set<AbortController>()

/**
 * Answers a request to the API. Readers are known by a bearer token alone, or where nobody signs in, without one; a cookie is never read.
 *
 * @returns JSON, or a problem. @see https://www.rfc-editor.org/rfc/rfc9457
 * @throws An error of our own, as loaders do.
 */
export async function answerApi(args: ApiRequest): Promise<Response> {
  const headers = new Headers()
  const answered = await answer(args, headers).catch(error => {
    // The client has left, so nobody reads this.
    if (args.request.signal.aborted) return new Response(null, { status: 499 })
    return problemResponse(toProblem(error))
  })
  for (const [name, value] of headers) answered.headers.set(name, value)
  return answered
}

/** @throws An error of our own. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof SecretKeyError)
    return new Problem('database-unavailable', error.message, { headers: RETRY_AFTER })
  const isDeadline = error instanceof DOMException && error.name === 'TimeoutError'
  const outage = isDeadline ? OUTAGES.timeout : outageOf(error)
  if (outage === undefined) throw error
  const { kind, what, advice } = outage
  const problem = kind === 'timeout' ? 'too-slow' : kind === 'full' ? 'disk-full' : 'database-unavailable'
  return new Problem(problem, `${what} ${advice}`, { headers: RETRY_AFTER })
}

/** @param headers that every answer has from then on */
async function answer(args: ApiRequest, headers: Headers): Promise<Response> {
  const { request, context, url } = args
  refuseBrowsers(request)
  if (url.pathname === DOCUMENT_PATH) return new Response(document, { headers: { 'content-type': 'application/json' } })
  const reader = await findReader(args)
  context.set(readerContext, reader)
  limitRate(args, headers)
  const { operation, path } = requireOperation(request.method, url)
  if (!includesRole(reader.role, operation.permission)) throw scopeNeeded(operation.permission)
  const parsed = await parseArgs(operation, { request, url, path })
  if (operation.stream !== undefined) return answerStream(args, { reader, parsed, stream: operation.stream })
  return operation.list === undefined
    ? answerOnce(operation, args, { reader, parsed })
    : answerList(args, { reader, parsed, path, list: operation.list })
}

/** A page of another site could read what whoever looks at it may: where nobody signs in, everything. */
function refuseBrowsers({ headers }: Request): void {
  const site = headers.get('sec-fetch-site') ?? 'none'
  if (!headers.has('origin') && site === 'none') return
  throw new Problem('not-for-browsers', 'The API answers programs, not pages in a browser.')
}

/** @throws {Problem} Without a token that is valid, where one is needed. */
export async function findReader({ request, context }: ApiRequest): Promise<Reader> {
  const reader = await context.get(accessContext).findProgram(request)
  if (reader !== undefined) return reader
  if (!request.headers.has('authorization')) {
    throw new Problem('token-needed', 'Send a token of Errata: `Authorization: Bearer errata_…`.', {
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
  throw new Problem('token-invalid', 'This token is unknown, has expired or was ended.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })
}

/**
 * Takes one request of the reader's.
 *
 * @param headers that tell what is left
 * @throws {Problem} If nothing is.
 */
export function limitRate(args: ApiRequest, headers: Headers): void {
  const limiter = args.context.get(apiRateLimiterContext)
  const limit = limiter.take(limitKeyOf(args))
  for (const [name, value] of Object.entries(rateLimitHeaders(limiter, limit))) headers.set(name, value)
  if (limit.isAllowed) return
  throw new Problem('too-many-requests', `At most ${limiter.perMinute} requests a minute are answered.`, {
    headers: { 'retry-after': String(limit.resetS) },
  })
}

function requireOperation(method: string, url: URL) {
  const found = findOperation(OPERATIONS, method, decodeURIComponent(url.pathname.slice(API_PATH.length)))
  if (found === undefined) throw new Problem('not-found', `There is no ${url.pathname}. ${DOCUMENT_PATH} has all.`)
  if ('operation' in found) return found
  throw new Problem('method-not-allowed', `${url.pathname} takes ${found.allowed.join(', ')}.`, {
    headers: { allow: found.allowed.join(', ') },
  })
}

interface Arguments {
  readonly request: Request
  readonly url: URL
  readonly path: Readonly<Record<string, string>>
}

async function parseArgs(operation: Operation, { request, url, path }: Arguments): Promise<ParsedArgs> {
  const names = [...url.searchParams.keys()]
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw invalidParameter(twice, `${twice} was given more than once.`)
  const body = operation.body && (await readJson(request))
  return parseFields(operation, { path, query: Object.fromEntries(url.searchParams), body })
}

interface Fields {
  readonly path: unknown
  readonly query: unknown
  readonly body: unknown
}

/** @throws {Problem} With all that is wrong. */
export function parseFields(operation: Operation, { path, query, body }: Fields): ParsedArgs {
  const faults: FieldProblem[] = []
  const parse = (schema: z.ZodType, value: unknown, toField: (path: readonly PropertyKey[]) => object): unknown => {
    const read = schema.safeParse(value)
    if (read.success) return read.data
    for (const issue of read.error.issues) {
      const unknown = issue.code === 'unrecognized_keys' ? issue.keys : undefined
      if (unknown === undefined) faults.push({ ...toField(issue.path), detail: issue.message })
      else for (const key of unknown) faults.push({ ...toField([...issue.path, key]), detail: `There is no ${key}.` })
    }
    return undefined
  }
  const toParameter = ([name]: readonly PropertyKey[]) => ({ parameter: String(name) })
  const args = {
    params: parse(operation.params, path, toParameter),
    query: parse(operation.query, query, toParameter),
    body: operation.body && parse(operation.body, body, toPointer),
  }
  if (faults.length === 0) return args
  throw new Problem('invalid-request', faults.map(({ detail }) => detail).join(' '), { errors: faults })
}

/** @see https://www.rfc-editor.org/rfc/rfc6901 */
const toPointer = (path: readonly PropertyKey[]) => ({
  pointer: `#${path.map(key => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`,
})

async function readJson(request: Request): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    throw new Problem('not-json', 'Send JSON, with `Content-Type: application/json`.')
  const text = await request.text()
  try {
    // An escape may be half of a character, which the database refuses.
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))
  } catch {
    throw new Problem('invalid-request', 'The body is no JSON.', {
      errors: [{ pointer: '#', detail: 'This is no JSON.' }],
    })
  }
}

/** @param signal that ends what runs */
export function createRunContext(args: ApiRequest, reader: Reader, signal: AbortSignal): RunContext {
  const { context } = args
  const store = withQueryPolicy(context.get(storeContext), { priority: 'program' })
  return {
    ...{ context, reader, limitKey: limitKeyOf(args), nowMs: Date.now() },
    ask: <Params, Answer>(run: StoreFunction<Params, Answer>, params: Params) => run(store, params, signal),
  }
}

/** Ends when the client leaves, or when one query would be out of time, however many it is. */
function createDeadline({ request, context }: ApiRequest): AbortSignal {
  return AbortSignal.any([request.signal, AbortSignal.timeout(context.get(storeContext).timeoutMs)])
}

interface Ready {
  readonly reader: Reader
  readonly parsed: ParsedArgs
}

async function answerOnce(operation: Operation, args: ApiRequest, { reader, parsed }: Ready): Promise<Response> {
  const asked = createRunContext(args, reader, createDeadline(args))
  const body = `${JSON.stringify(await operation.run(asked, parsed))}\n`
  const { status = 200, hasEtag = false } = operation
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
  if (!hasEtag) return new Response(body, { status, headers })
  // Weak, since what is sent may be compressed.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  headers.set('etag', etag)
  headers.set('cache-control', 'private, no-cache')
  if (!matchesEtag(args.request.headers.get('if-none-match') ?? '', etag))
    return new Response(body, { status, headers })
  headers.delete('content-type')
  return new Response(null, { status: 304, headers })
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match */
const matchesEtag = (sent: string, etag: string) =>
  sent.split(',').some(each => each.trim() === '*' || each.trim().replace(/^(?:W\/)?/, 'W/') === etag)

interface ReadyStream extends Ready {
  readonly stream: NonNullable<Operation['stream']>
}

/** Each query has its own deadline; all end when the client leaves. An answer that fails in the middle is no JSON. */
async function answerStream(args: ApiRequest, { reader, parsed, stream }: ReadyStream): Promise<Response> {
  const pieces = await stream(createRunContext(args, reader, args.request.signal), parsed)
  const body = createReadableStreamFromReadable(Readable.from(pieces))
  return new Response(body, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })
}

interface ReadyList extends Ready {
  readonly path: Readonly<Record<string, string>>
  readonly list: NonNullable<Operation['list']>
}

async function answerList(args: ApiRequest, { reader, parsed, path, list }: ReadyList): Promise<Response> {
  const { limit, cursor } = parsed.query as { readonly limit: number; readonly cursor: string }
  const { searchParams } = args.url
  // Nobody reads the body of an answer to HEAD, so that an export would never end.
  if (wantsLines(args.request) && args.request.method !== 'HEAD') {
    return answerExport(args, { reader, parsed, path, list })
  }
  const asked = createRunContext(args, reader, createDeadline(args))
  const page = await list.readPage(asked, { ...parsed, path, search: searchParams, limit, cursor })
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
  if (page.next !== null) headers.set('link', `<${nextPath(args.url, page.next)}>; rel="next"`)
  return new Response(`${JSON.stringify(page)}\n`, { headers })
}

/** @see https://www.rfc-editor.org/rfc/rfc8288 */
function nextPath({ pathname, searchParams }: URL, cursor: string): string {
  const params = new URLSearchParams(searchParams)
  params.set('cursor', cursor)
  return `${pathname}?${params}`
}

const LINES_TYPE = 'application/x-ndjson'
const wantsLines = ({ headers }: Request) => (headers.get('accept') ?? '').toLowerCase().includes(LINES_TYPE)

/** Answers all rows of a list. The first page is read before, so that a refusal has a status of its own. */
async function answerExport(args: ApiRequest, { reader, parsed, path, list }: ReadyList): Promise<Response> {
  list.checkExport(parsed.query)
  if (exportsUnderWay.size >= MAX_EXPORTS) {
    throw new Problem('too-many-requests', `At most ${MAX_EXPORTS} exports run at once.`, { headers: RETRY_AFTER })
  }
  const { cursor } = parsed.query as { readonly cursor: string }
  const underWay = new AbortController()
  const signal = AbortSignal.any([args.request.signal, underWay.signal])
  const asked = createRunContext(args, reader, signal)
  const readPage = (from: string) =>
    list.readPage(asked, { ...parsed, path, search: args.url.searchParams, limit: EXPORTED_ROWS, cursor: from })
  exportsUnderWay.add(underWay)
  const onEnd = () => {
    underWay.abort()
    exportsUnderWay.delete(underWay)
  }
  args.request.signal.addEventListener('abort', onEnd, { once: true })
  try {
    const body = exportRows(await readPage(cursor), {
      readPage,
      toProblem: toToldProblem,
      hasLeft: () => signal.aborted,
      onEnd,
    })
    return new Response(body, { headers: { 'content-type': LINES_TYPE, 'cache-control': 'no-store' } })
  } catch (error) {
    onEnd()
    throw error
  }
}

/** In the middle of an answer, a fault of our own has no other way to be told. */
export function toToldProblem(error: unknown): Problem {
  try {
    return toProblem(error)
  } catch (fault) {
    console.error(fault)
    return new Problem('fault', 'Something went wrong in Errata itself. Its own issues have the details.')
  }
}
