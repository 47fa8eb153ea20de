import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { run, type Surroundings } from './run.ts'

/** Answers requests to the API in place of a desk. */
export interface ApiServer extends AsyncDisposable {
  readonly url: string
}

export async function openApiServer(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<ApiServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    answer(request, response, Buffer.concat(chunks).toString())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** Runs a command and keeps what it prints. */
export async function runCommand(args: readonly string[], world: Partial<Surroundings> = {}) {
  const printed = { out: '', err: '' }
  const keep = (name: keyof typeof printed) =>
    new Writable({
      write(chunk, _, done) {
        printed[name] += String(chunk)
        done()
      },
    })
  const code = await run(args, { stdout: keep('out'), stderr: keep('err'), env: {}, ...world })
  return { code, ...printed }
}
