import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { isJsonTooDeep, MAX_NESTING } from './nesting.ts'

/** Why the relay rejected a request: the status and reason for the browser. */
export class RelayRefusal extends Error {
  override readonly name = 'RelayRefusal'
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>

  constructor(statusCode: number, reason: string, headers: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(reason, cause === undefined ? {} : { cause })
    this.statusCode = statusCode
    this.headers = headers
  }
}

export interface OtlpBody {
  readonly body: Uint8Array<ArrayBuffer>
  /** The same, parsed. */
  readonly json: object
}

const unpack = promisify(gunzip)
const resourceListByPath: Record<string, string> = { '/v1/traces': 'resourceSpans', '/v1/logs': 'resourceLogs' }

/**
 * Reads, decompresses and checks the body of an OTLP request.
 *
 * @param maxBytes Largest body, uncompressed.
 * @throws {RelayRefusal} 400 malformed or nested too deeply, 413 too large, 415 not JSON, or an encoding other than gzip.
 */
export async function readOtlpBody(req: IncomingMessage, signalPath: string, maxBytes: number): Promise<OtlpBody> {
  const [contentType = ''] = (req.headers['content-type'] ?? '')
    .toLowerCase()
    .split(';', 1)
    .map(part => part.trim())
  if (contentType !== 'application/json') throw new RelayRefusal(415, 'content-type must be application/json')
  const encoding = (req.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding !== 'identity' && encoding !== 'gzip') {
    throw new RelayRefusal(415, 'content-encoding must be gzip or none', { 'accept-encoding': 'gzip' })
  }
  const sent = await readAtMost(req, maxBytes)
  const body = encoding === 'gzip' ? await unpackAtMost(sent, maxBytes) : sent
  return { body, json: checkJson(body, signalPath) }
}

async function readAtMost(req: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new RelayRefusal(413, `body is larger than ${maxBytes} bytes`)
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Uint8Array)) continue
      length += chunk.byteLength
      if (length > maxBytes) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof RelayRefusal) throw error
    throw new RelayRefusal(400, 'body ended early', {}, error)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

async function unpackAtMost(packed: Uint8Array, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await unpack(packed, { maxOutputLength: maxBytes }))
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    if (isTooLarge) throw new RelayRefusal(413, `body is larger than ${maxBytes} bytes unpacked`, {}, error)
    throw new RelayRefusal(400, 'body is not gzip', {}, error)
  }
}

/** Rejects what is no OTLP at all; the Collector checks the rest. Bytes that are no UTF-8 become U+FFFD: they cost a text, not the request. */
function checkJson(body: Uint8Array, signalPath: string): object {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(body))
  } catch (error) {
    throw new RelayRefusal(400, 'body is not JSON', {}, error)
  }
  const list = resourceListByPath[signalPath] ?? ''
  if (typeof value !== 'object' || value === null || !(list in value)) {
    throw new RelayRefusal(400, `body has no ${list}`)
  }
  if (isJsonTooDeep(value)) throw new RelayRefusal(400, `values are nested deeper than ${MAX_NESTING}`)
  return value
}
