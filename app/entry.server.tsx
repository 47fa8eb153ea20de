import { randomBytes } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { renderHooks } from '@errata/otel/react-router'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { storeContext } from './data/query.ts'
import { settingsContext } from './data/settings.ts'
import { writeContentSecurityPolicy } from './http/document-policy.ts'
import { renderFailureContext } from './http/render-failure.ts'
import { RequestedHostContext } from './ui/document/use-host.ts'
import { NonceContext } from './ui/document/use-nonce.ts'

export { type App, createApp } from './create-app.ts'

// Not DEV, which is true for any build that was not started with NODE_ENV=production.
const mode = import.meta.env.MODE === 'development' ? 'development' : 'production'

/**
 * Timeout of deferred data, milliseconds; then React Router rejects it, and the page is an error. Parts of pages end by themselves after
 * `ERRATA_QUERY_SECONDS` (tryQuery), so this is above the largest.
 */
export const streamTimeout = 3_700_000
/** How much later than its parts a page ends. */
const RENDER_MS = 2_000

/** Renders a document. Called again, with the error page, if the first shell failed. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const broken = context.get(renderFailureContext)
  if (broken !== null) throw broken

  const hooks = renderHooks(request, { mode })
  const { host } = new URL(request.url)
  const { lab } = context.get(settingsContext)
  const abandonRenderMs = context.get(storeContext).timeoutMs + RENDER_MS
  const nonce = randomBytes(16).toString('base64')
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <RequestedHostContext value={host}>
        <NonceContext value={nonce}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </NonceContext>
      </RequestedHostContext>,
      {
        nonce,
        // Content that is ready stays in place, however long: React would move it behind a script, which not every visitor runs.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellReady() {
          const body = new PassThrough()
          body.once('close', () => clearTimeout(timer))
          setDocumentHeaders(headers)
          const labOrigin = lab.enabled ? lab.otherOrigin : undefined
          headers.set('content-security-policy', writeContentSecurityPolicy({ nonce, labOrigin, mode }))
          // Iterating returns everything that React has written so far in one piece, which compresses better than React's chunks of 4 KB.
          resolve(new Response(createReadableStreamFromReadable(Readable.from(body)), { status, headers }))
          pipe(body)
        },
        onShellError(error) {
          clearTimeout(timer)
          reject(hooks.onShellError(error))
        },
        onError: hooks.onError,
      },
    )
    const timer = setTimeout(() => abort(new Error('the page took too long to render')), abandonRenderMs)
    request.signal.addEventListener('abort', () => abort(request.signal.reason), { once: true })
  })
}

/** Navigation data has the same headers as a page. */
export function handleDataRequest(response: Response): Response {
  forbidStoring(response.headers)
  return response
}

/** A page is valid at the time of its request; an error page is about one request, and a nonce is valid for one response. */
function setDocumentHeaders(headers: Headers): void {
  headers.set('content-type', 'text/html; charset=utf-8')
  forbidStoring(headers)
}

/** What a route said against compression holds: its answer has a secret. */
function forbidStoring(headers: Headers): void {
  const forbidsCompression = /\bno-transform\b/i.test(headers.get('cache-control') ?? '')
  headers.set('cache-control', forbidsCompression ? 'no-store, no-transform' : 'no-store')
}
