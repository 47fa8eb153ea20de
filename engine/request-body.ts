import type { IncomingMessage } from 'node:http'
import { Readable, type Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { EngineError } from './error-reply.ts'
import type { EngineRequest } from './http-request.ts'

/**
 * The streams that turn the body as sent into what was meant.
 *
 * @throws {EngineError} For an encoding that is not known.
 */
export function bodyDecoders({ contentEncoding }: EngineRequest): Transform[] {
  switch (contentEncoding) {
    case '':
    case 'identity':
      return []
    case 'gzip':
    case 'x-gzip':
      return [createGunzip()]
    case 'deflate':
      return [createInflate()]
    case 'br':
      return [createBrotliDecompress()]
    case 'zstd':
      return [createZstdDecompress()]
    default:
      throw new EngineError(
        89,
        'UNKNOWN_COMPRESSION_METHOD',
        `Content-Encoding ${contentEncoding} is not gzip, deflate, br or zstd`,
        {
          status: 415,
        },
      )
  }
}

/** @throws {EngineError} 307 when the body has more than `maxBytes`, unpacked. */
export async function readBody(
  req: IncomingMessage,
  decoders: readonly Transform[],
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      chunks.push(chunk)
      done(bytes > maxBytes ? tooLarge(maxBytes) : null)
    },
  })
  await pipeline([chunksOf(req), ...decoders, sink])
  return Buffer.concat(chunks)
}

/** The body as a source that may be left early: the socket survives for the answer that says why. */
export function chunksOf(req: IncomingMessage): Readable {
  return Readable.from(req.iterator({ destroyOnReturn: false }), { objectMode: false })
}

/** The fields of a multipart/form-data body: `query` and `param_*`. */
export async function readFields(contentType: string, body: Buffer): Promise<Map<string, string>> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch((error: unknown) => {
      throw new EngineError(36, 'BAD_ARGUMENTS', 'The multipart body cannot be read', { cause: error })
    })
  return new Map([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

const tooLarge = (maxBytes: number) =>
  new EngineError(
    307,
    'TOO_MANY_BYTES',
    `A statement in the body may have ${maxBytes} bytes: put the INSERT into the URL and only its rows into the body`,
    { status: 413 },
  )
