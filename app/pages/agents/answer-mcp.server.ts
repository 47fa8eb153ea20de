import { AsyncLocalStorage } from 'node:async_hooks'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Desk } from '../../../mcp/ask/desk.ts'
import { createServer } from '../../../mcp/create-server.ts'
import { readerContext } from '../../access/reader.ts'
import { includesRole } from '../../access/roles.ts'
import { type ApiRequest, findReader, limitRate, toProblem, toToldProblem } from '../../api/answer.server.ts'
import { askHere } from '../../api/ask-here.server.ts'
import { Problem, problemResponse } from '../../api/define/problem.ts'
import { settingsContext } from '../../data/settings.ts'

/** server.ts lets as much through. */
const MAX_BODY_BYTES = 1024 * 1024
/** Clients that wait for changes of the list of tools, which never come. */
const MAX_STREAMS = 64

/**
 * Answers agents by the Model Context Protocol, each request by itself: of the revision of 2026-07-28, and of those of 2025 without a session.
 * Readers are those of the API.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export async function answerMcp(args: ApiRequest): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'no-store' })
  const answered = await answer(args, headers).catch(error => {
    if (args.request.signal.aborted) return new Response(null, { status: 499 })
    return problemResponse(toProblem(error))
  })
  const response = new Response(answered.body, answered)
  for (const [name, value] of headers) response.headers.set(name, value)
  return response
}

async function answer(args: ApiRequest, headers: Headers): Promise<Response> {
  const { request, context, url } = args
  refuseOtherOrigins(request, url)
  const reader = await findReader(args)
  context.set(readerContext, reader)
  limitRate(args, headers)
  const { agents } = context.get(settingsContext)
  const desk: Desk = {
    url: agents.url,
    ask: (id, input, signal) => askHere(args, reader, { id, input, signal }),
    explain: error => toToldProblem(error).message,
  }
  const allowsWrites = agents.mayWrite && includesRole(reader.role, 'triager')
  return asking.run({ desk, allowsWrites }, () => handler.fetch(request))
}

/** Who asks, for the server of tools that is made for each request. */
const asking = new AsyncLocalStorage<Parameters<typeof createServer>[0]>()

/** One for all, so that it knows how many streams are open. */
const handler = createMcpHandler(
  () => {
    const options = asking.getStore()
    if (options === undefined) throw new Error('Nobody is known to have sent this request.')
    return createServer(options)
  },
  { maxRequestBodySize: MAX_BODY_BYTES, maxSubscriptions: MAX_STREAMS },
)

/**
 * A page of another site could read what whoever looks at it may, where nobody signs in; server.ts refuses most of them before.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports#security-warning
 */
function refuseOtherOrigins({ headers }: Request, { host }: URL): void {
  const site = headers.get('sec-fetch-site') ?? 'none'
  const origin = headers.get('origin')
  const isOwn = origin === null || URL.parse(origin)?.host === host
  if (isOwn && (site === 'none' || site === 'same-origin')) return
  throw new Problem('not-for-browsers', 'Agents are answered here, not pages of other sites.')
}
