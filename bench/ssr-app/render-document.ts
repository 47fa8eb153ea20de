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
      const { pipe, abort } = renderToPipeableStream(document, {
        onShellReady() {
          const body = new PassThrough()
          headers.set('content-type', 'text/html')
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
          pipe(body)
        },
        onShellError: error => reject(onShellError?.(error) ?? error),
        ...(onError !== undefined && { onError }),
      })
      setTimeout(abort, 6_000).unref()
    })
}
