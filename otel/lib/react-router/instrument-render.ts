import { context } from '@opentelemetry/api'
import type { ReactNode } from 'react'
import type {
  PipeableStream,
  ReactDOMServerReadableStream,
  RenderToPipeableStreamOptions,
  RenderToReadableStreamOptions,
} from 'react-dom/server'
import { guard } from '../guard.ts'
import { headSnippet } from '../head-snippet.ts'
import { currentRender } from './current-render.ts'
import { insertIntoHead } from './insert-into-head.ts'
import { renderHooks } from './render-hooks.ts'
import { documentTraceparent } from './trace-meta.tsx'

type Nonce = RenderToPipeableStreamOptions['nonce']
type OnError = RenderToPipeableStreamOptions['onError']
type RenderToPipeableStream = (children: ReactNode, options?: RenderToPipeableStreamOptions) => PipeableStream
type RenderToReadableStream = (
  children: ReactNode,
  options?: RenderToReadableStreamOptions,
) => Promise<ReactDOMServerReadableStream>

/**
 * Wraps React's `renderToPipeableStream` for the `handleRequest` of an instrumented build: errors before and after the shell are recorded
 * with the digest that the page shows, and the document's head starts with the snippet for early errors and, unless the page may be shared,
 * with its trace. The Vite plugin replaces React's own with it in `entry.server`.
 */
export function instrumentRender(render: RenderToPipeableStream): RenderToPipeableStream {
  return (children, options = {}) => {
    const begun = guard('render', () => beginRender(options.nonce))
    if (begun === undefined) return render(children, options)
    const { pipe, abort } = render(children, {
      ...options,
      onError: withDigest(begun.hooks.onError, options.onError),
      onShellError: error => options.onShellError?.(begun.hooks.onShellError(error)),
    })
    return { abort, pipe: destination => pipe(withHead(destination, begun.head)) }
  }
}

/** The same for `renderToReadableStream`. */
export function instrumentReadableRender(render: RenderToReadableStream): RenderToReadableStream {
  return async (children, options = {}) => {
    const begun = guard('render', () => beginRender(options.nonce))
    if (begun === undefined) return render(children, options)
    const onError = withDigest(begun.hooks.onError, options.onError)
    try {
      const stream = await render(children, { ...options, onError })
      return Object.assign(stream.pipeThrough(headInserter(begun.head)), { allReady: stream.allReady })
    } catch (error) {
      throw begun.hooks.onShellError(error)
    }
  }
}

/** Undefined outside the render of an instrumented build. */
function beginRender(nonce: Nonce) {
  const current = currentRender()
  if (current === undefined) return undefined
  // React may write outside of the request's context.
  const headNow = context.bind(context.active(), (document: string) => headInsertionFor(document, nonce))
  const head = (start: Uint8Array) => guard('document head', () => insertIntoHead(start, headNow)) ?? start
  return { hooks: renderHooks(current.request, current), head }
}

/** The app's own digest takes precedence; `readScreenError` reads ours. */
const withDigest =
  (ours: NonNullable<OnError>, own: OnError): NonNullable<OnError> =>
  (error, info) => {
    const digest = ours(error, info)
    return own?.(error, info) ?? digest
  }

/**
 * The start of the head. React never sees the script, which removes itself before hydration, and it ignores unknown `<meta>` elements.
 *
 * @param document Its first bytes: what the app has inserted itself is not inserted again.
 */
function headInsertionFor(document: string, nonce: Nonce): string {
  const script = document.includes(headSnippet) ? '' : selfRemovingScript(nonce)
  const traceparent = document.includes(' name="traceparent"') ? undefined : documentTraceparent()
  return traceparent === undefined ? script : `${script}<meta name="traceparent" content="${traceparent}"/>`
}

function selfRemovingScript(nonce: Nonce): string {
  const value = typeof nonce === 'object' ? nonce.script : nonce
  const attribute = value === undefined ? '' : ` nonce="${value.replace(/[^\w+/=-]/g, '')}"`
  return `<script${attribute}>${headSnippet};document.currentScript.remove()</script>`
}

/** React's first write is the document's first 4 KiB; the rest of the app's stream is not changed. */
function withHead<T extends NodeJS.WritableStream>(destination: T, head: (start: Uint8Array) => Uint8Array): T {
  const { write } = destination
  destination.write = (chunk: Uint8Array | string) => {
    destination.write = write
    return destination.write(head(Buffer.from(chunk)))
  }
  return destination
}

function headInserter(head: (start: Uint8Array) => Uint8Array): TransformStream<Uint8Array, Uint8Array> {
  let isFirst = true
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(isFirst ? head(chunk) : chunk)
      isFirst = false
    },
  })
}
