import { once } from 'node:events'
import { createServer } from 'node:net'

/** A free TCP port on loopback, for servers that only this process connects to. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address !== null && typeof address === 'object' ? address.port : 0
}
