import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Receiver extends AsyncDisposable {
  /** Ends without a slash. */
  readonly url: string
  /** In the order of arrival. */
  readonly received: readonly ReceivedRequest[]
}

/** A receiver of alerts on loopback. @param answers Given in turn, the last one again and again; without any, all have the status 200. */
export async function startReceiver(...answers: readonly RequestListener[]): Promise<Receiver> {
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    received.push({ method, path, headers, body: await text(request) })
    const answer = answers[Math.min(received.length, answers.length) - 1]
    if (answer === undefined) response.end()
    else answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answers each request alike. */
export const answer =
  (status: number, headers = {}, body = ''): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body)
