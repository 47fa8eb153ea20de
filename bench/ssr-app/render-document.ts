import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { createElement } from 'react'
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server'
import { type HandleDocumentRequestFunction, ServerRouter } from 'react-router'

type Hooks = Pick<RenderToPipeableStreamOptions, 'onError' | 'onShellError'>

/** Like an app's entry.server.tsx, with an SDK's hooks for each render. */
export function renderDocument(hooksFor: (request: Request) => Hooks): HandleDocumentRequestFunction {
  return (request, status, headers, context) =>
    new Promise((resolve, reject) => {
      const { onError, onShellError } = hooksFor(request)
      const document = createElement(ServerRouter, { context, url: request.url })
      const timer = setTimeout(() => abort(), 6_000)
      const { pipe, abort } = renderToPipeableStream(document, {
        onShellReady() {
          // As in React Router's default entry: an uncleared timer would keep a render's memory for six seconds.
          const body = new PassThrough({
            final(done) {
              clearTimeout(timer)
              done()
            },
          })
          headers.set('content-type', 'text/html')
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
          pipe(body)
        },
        onShellError: error => reject(onShellError?.(error) ?? error),
        ...(onError !== undefined && { onError }),
      })
    })
}
