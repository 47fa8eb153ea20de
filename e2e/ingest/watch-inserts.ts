import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of an engine that records the sizes of inserts. */
export interface WatchedInserts extends AsyncDisposable {
  readonly url: string
  /** Bytes of each insert into a table so far, as sent: the exporter does not compress. */
  sizesOf(table: string): readonly number[]
}

export async function watchInserts(engineUrl: string): Promise<WatchedInserts> {
  const sizes = new Map<string, number[]>()
  // The Collector keeps its connection and cannot repeat a streamed insert, so this side must not close it first.
  const server = createServer({ keepAliveTimeout: 0 }, (req, res) => {
    const table = /INSERT\s+INTO\s+["`]?otel["`]?\.["`]?(\w+)/.exec(
      new URL(req.url ?? '', engineUrl).searchParams.get('query') ?? '',
    )?.[1]
    let bytes = 0
    const passedOn = request(new URL(req.url ?? '', engineUrl), { method: req.method, headers: req.headers })
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    req.on('end', () => {
      if (table !== undefined) sizes.set(table, [...(sizes.get(table) ?? []), bytes])
    })
    passedOn.on('response', answer => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    passedOn.on('error', () => res.destroy())
    req.on('error', () => passedOn.destroy())
    req.pipe(passedOn)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${(address as AddressInfo).port}`,
    sizesOf: table => sizes.get(table) ?? [],
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
