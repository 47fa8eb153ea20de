import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerOf, InputOf, ItemOf, OperationId } from '../../app/api/operation-types.ts'
import { encodePathSegment } from '../../app/url/path-segment.ts'
import { ApiError, readProblem } from './api-error.ts'
import { describeOperation } from './operations.ts'

/** The API of a desk. */
export interface ErrataApi {
  /** The desk's, without a final slash. */
  readonly url: string
  /** @throws {ApiError} */
  ask<Id extends OperationId>(id: Id, input: InputOf<Id>): Promise<AnswerOf<Id>>
  /** Reads a list page by page until it has so many rows, or all. @throws {ApiError} */
  list<Id extends OperationId>(id: Id, filters: Filters, options: { readonly limit: number }): Promise<Listed<Id>>
  /** An answer as it is sent, not read yet. @throws {ApiError} For a status that is none of success. */
  request(id: OperationId, input: Input, headers?: Readonly<Record<string, string>>): Promise<Response>
}

export type Filters = Readonly<Record<string, string>>
type Input = Readonly<Record<string, unknown>>

export interface Listed<Id extends OperationId> {
  readonly items: readonly ItemOf<Id>[]
  /** The cursor of what follows; `null` if this is all. */
  readonly next: string | null
  readonly from?: string
  readonly to?: string
}

export interface ApiSettings {
  readonly url: string
  /** '' for none. */
  readonly token: string
  /** Tells whoever waits that it takes longer. */
  readonly note: (sentence: string) => void
}

/** The API lists as many at once. */
const PAGE_ROWS = 200
/** A limit of the API is waited for so often, and so long. */
const MAX_WAITS = 5
const MAX_WAIT_S = 60

/** @throws {ApiError} For an address that is none. */
export function createApi({ url: typed, token, note }: ApiSettings): ErrataApi {
  const url = readAddress(typed)
  const request: ErrataApi['request'] = async (id, input, headers = {}) => {
    const { method, path, body } = placeInput(id, input)
    const init: RequestInit = {
      method,
      // A token is not sent on to where a redirect leads.
      redirect: 'manual',
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    for (let waits = 0; ; waits++) {
      const response = await send(`${url}/api/v1${path}`, url, init)
      if (response.ok) return response
      const waitS = response.status === 429 ? Number(response.headers.get('retry-after')) : Number.NaN
      if (waits === MAX_WAITS || !(waitS > 0 && waitS <= MAX_WAIT_S)) throw await readProblem(response, url)
      await response.body?.cancel()
      note(`Errata limits how much one asks: going on in ${waitS} s.`)
      await wait(waitS * 1000)
    }
  }
  const ask: ErrataApi['ask'] = async (id, input) => readAnswer(await request(id, input as Input), url)
  return {
    ...{ url, request, ask },
    async list<Id extends OperationId>(id: Id, filters: Filters, { limit }: { readonly limit: number }) {
      const items: ItemOf<Id>[] = []
      let page: Listed<Id>
      let cursor = ''
      do {
        const rows = Math.min(PAGE_ROWS, limit - items.length)
        page = await readAnswer<Listed<Id>>(await request(id, { ...filters, limit: String(rows), cursor }), url)
        items.push(...page.items)
        cursor = page.next ?? ''
      } while (cursor !== '' && items.length < limit)
      return { ...page, items }
    },
  }
}

function readAddress(typed: string): string {
  const parsed = URL.parse(typed)
  if (parsed !== null && /^https?:$/.test(parsed.protocol)) return typed.replace(/\/+$/, '')
  throw new ApiError(`ERRATA_URL=${typed} is no http:// or https:// address.`, { status: 0 })
}

async function send(address: string, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    throw unreachable(url, error)
  }
}

function unreachable(url: string, error: unknown): ApiError {
  const cause = error instanceof Error ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  return new ApiError(`Errata at ${url} cannot be reached: ${code || String(error)}.`, { status: 0, cause: error })
}

/** The API only grows, so that what is answered has at least what the types say. */
async function readAnswer<Answer>(response: Response, url: string): Promise<Answer> {
  try {
    return (await response.json()) as Answer
  } catch (error) {
    throw unreachable(url, error)
  }
}

/** Puts what is given where the operation has it: in the path, in the query, or else in the body. */
export function placeInput(id: OperationId, input: Input) {
  const { method, path: pattern, parameters } = describeOperation(id)
  const body: Record<string, unknown> = {}
  const query = new URLSearchParams()
  const inPath = new Map<string, string>()
  for (const [name, value] of Object.entries(input)) {
    const place = parameters.find(parameter => parameter.name === name)?.in
    if (place === 'path') inPath.set(name, encodePathSegment(String(value)))
    else if (place === undefined && method === 'POST') body[name] = value
    else if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => inPath.get(name) ?? '')
  return { method, path: query.size === 0 ? path : `${path}?${query}`, body: method === 'POST' ? body : undefined }
}
