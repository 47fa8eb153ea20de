import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Received {
  readonly method: string
  readonly url: string
  /** Sorted: browsers have no order. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

export interface Site {
  readonly server: Server
  readonly url: string
  readonly received: Received[]
  /** Called when a request has come that is not answered. */
  onWaiting?: () => void
}

/** Records each request with its body, also one with a method that Node does not know, before it is answered. */
export async function openSite(answer: (req: IncomingMessage, res: ServerResponse) => void): Promise<Site> {
  const received: Received[] = []
  const server = createServer(async (req, res) => {
    const { method = '', url = '', rawHeaders } = req
    const body = (await buffer(req).catch(() => Buffer.from('cut off'))).toString('latin1')
    res.setHeader('cache-control', 'no-store')
    if (!/^\/(otlp|favicon|$|[\w-]+\.js)/.test(url)) record(method, url, pairsOf(rawHeaders), body)
    answer(req, res)
  })
  const record = (method: string, url: string, headers: Received['headers'], body: string) => {
    received.push({ method, url, headers: headers.toSorted(), body })
    if (url.startsWith('/never')) opened.onWaiting?.()
  }
  const refused = new WeakSet()
  server.on('clientError', (error: Error & { rawPacket?: Buffer }, socket) => {
    if (error.rawPacket === undefined || refused.has(socket)) return
    refused.add(socket)
    const [first = '', ...lines] = String(error.rawPacket).split('\r\n\r\n', 1)[0]?.split('\r\n') ?? []
    const [method = '', url = ''] = first.split(' ')
    record(method, url, pairsOf(lines.flatMap(line => line.split(/: ?(.*)/, 2))), '')
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const opened: Site = {
    ...{ server, received },
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
  }
  return opened
}

const pairsOf = (raw: readonly string[]) =>
  raw.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, raw[i + 1] ?? '']] : []))
