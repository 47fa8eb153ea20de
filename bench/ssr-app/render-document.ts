import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { createElement } from 'react'
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server'
import { type HandleDocumentRequestFunction, ServerRouter } from 'react-router'

type Hooks = Pick<RenderToPipeableStreamOptions, 'onError' | 'onShellError'>

/** What an app's entry.server.tsx does, with hooks of an SDK for each render. */
export function renderDocument(hooksFor: (request: Request) => Hooks): HandleDocumentRequestFunction {
  return (request, status, headers, context) =>
    new Promise((resolve, reject) => {
      const { onError, onShellError } = hooksFor(request)
      const document = createElement(ServerRouter, { context, url: request.url })
      const timer = setTimeout(() => abort(), 6_000)
      const { pipe, abort } = renderToPipeableStream(document, {
        onShellReady() {
          // As React Router's default entry does it: a timer that is left alone keeps all of a render for its six seconds.
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
