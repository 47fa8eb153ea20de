import { PassThrough } from 'node:stream'
import { renderHooks } from '@errata/otel/react-router'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { breaksBeforeRender } from './breaks-before-render.server.ts'
import { HostContext } from './ui/host.ts'

export { type Desk, openDesk } from './open-desk.server.ts'

// Not DEV: that is true for any build not begun with NODE_ENV=production.
const mode = import.meta.env.MODE === 'development' ? 'development' : 'production'

/** How long deferred data may take, milliseconds; then React Router rejects it. */
export const streamTimeout = 10_000
/** Later than `streamTimeout`, so that rejected parts still reach the page. */
const abandonRenderMs = streamTimeout + 1_000

/** Renders a document. Called a second time, with the error page, when the first shell failed. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const broken = context.get(breaksBeforeRender)
  if (broken !== null) throw broken

  const hooks = renderHooks(request, { mode })
  const { host } = new URL(request.url)
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <HostContext value={host}>
        <ServerRouter context={routerContext} url={request.url} />
      </HostContext>,
      {
        onShellReady() {
          const body = new PassThrough()
          body.once('close', () => clearTimeout(timer))
          setDocumentHeaders(headers)
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
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

/** Data of a navigation is as fresh as a page's. */
export function handleDataRequest(response: Response): Response {
  response.headers.set('cache-control', 'no-store')
  return response
}

/** What is shown was true when it was asked; and an error page is about one request alone. */
function setDocumentHeaders(headers: Headers): void {
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('cache-control', 'no-store')
}
