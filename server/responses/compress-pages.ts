import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { createReadableStreamFromReadable, writeReadableStreamToWritable } from '@react-router/node'
import { chooseEncoding, type Encoding } from './choose-encoding.ts'

/** HTML, JSON, React Router's `.data`, and trees of traces. Files are compressed when they are built. */
const COMPRESSIBLE_TYPE = /^(?:text\/(?:html|x-script)|application\/(?:json|vnd\.errata\.skeleton))\b/i

/** Brotli's defaults are for files: quality 11 is too slow, and a window of 4 MB is larger than any page. */
const compressors = {
  br: () =>
    createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 } }),
  gzip: () => createGzip(),
}

/**
 * Compresses the pages and data of a handler with an encoding that the browser accepts.
 *
 * A response with a token or a link, which its length could reveal (BREACH), says `no-transform`; the nonce of a page differs in every
 * response.
 */
export function compressPages<Client>(handle: (request: Request, client: Client) => Promise<Response>) {
  return async (request: Request, client: Client): Promise<Response> => {
    const response = await handle(request, client)
    const headers = new Headers(response.headers)
    if (!COMPRESSIBLE_TYPE.test(headers.get('content-type') ?? '')) return response
    headers.append('vary', 'accept-encoding')
    const { status, statusText } = response
    const encoding = mayCompress(response) ? chooseEncoding(request.headers.get('accept-encoding') ?? '') : undefined
    if (encoding === undefined) return new Response(response.body, { status, statusText, headers })
    headers.set('content-encoding', encoding)
    headers.delete('content-length')
    return new Response(response.body && compressResponse(response.body, encoding), { status, statusText, headers })
  }
}

/** A response to HEAD has no body, but the headers of one that has; 204 and 304 have none to compress. */
function mayCompress({ headers, status }: Response): boolean {
  if (status === 204 || status === 304 || headers.has('content-encoding')) return false
  return !/\bno-transform\b/i.test(headers.get('cache-control') ?? '')
}

/** Flushed after every chunk: what React has written is sent without waiting for the rest. */
function compressResponse(body: ReadableStream<Uint8Array>, encoding: Encoding): ReadableStream<Uint8Array> {
  const compressor = compressors[encoding]()
  // The reader of the compressor gets the errors of both.
  writeReadableStreamToWritable(body, compressor).catch(() => {})
  return createReadableStreamFromReadable(compressor)
}
