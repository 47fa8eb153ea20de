import { AGENTS_PATH } from './refuse.ts'

const MAX_BYTES = 256 * 1024
/** A call of an agent has at most so many. */
const MAX_AGENT_BYTES = 1024 * 1024

/**
 * Answers 413 to a form of more than 256 KiB, or a call of an agent of more than 1 MiB, counted while it is read: no action sees it, and the rest is discarded. The app's only limit
 * on bodies; the relay has its own.
 */
export function limitBodies<Client>(handle: (request: Request, client: Client) => Promise<Response>) {
  return async (request: Request, client: Client): Promise<Response> => {
    if (request.body === null) return handle(request, client)
    const { url, method, headers, signal } = request
    const isAgent = new URL(url).pathname === AGENTS_PATH
    const maxBytes = isAgent ? MAX_AGENT_BYTES : MAX_BYTES
    const refuse = () => tooLarge(isAgent ? 'A call' : 'A form', maxBytes)
    if (Number(headers.get('content-length') ?? 0) > maxBytes) return refuse()
    const body = await readAtMost(request.body, maxBytes)
    return body === undefined ? refuse() : handle(new Request(url, { method, headers, signal, body }), client)
  }
}

/** @returns `undefined` if there is more; the rest is not read */
async function readAtMost(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Closes the connection: unread bytes would be taken for the next request. */
function tooLarge(what: string, maxBytes: number): Response {
  return new Response(`${what} has at most ${maxBytes / 1024} KiB.\n`, {
    status: 413,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', connection: 'close' },
  })
}
