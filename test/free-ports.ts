import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports (Linux from 32768, macOS from 49152), so that outgoing connections do not use them. */
const range = { first: 20_000, end: 32_000 }
let next = range.first + Math.floor(Math.random() * (range.end - range.first))

/**
 * Finds free TCP ports and reserves them for this process: what is started on them may start late, or be killed and restarted, while other
 * processes look for ports. All are different.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  for (let attempts = 0; ports.length < count; attempts++) {
    if (attempts > range.end - range.first) throw new Error(`No ${count} ports are free.`)
    const port = next
    next = port + 1 < range.end ? port + 1 : range.first
    const claim = await claimOf(port)
    if (claim !== undefined && (await isFree(port))) ports.push(port)
    else claim?.close()
  }
  return ports
}

/** Reserves a port by the UDP socket of the same number: nothing here uses UDP, and the system frees it with the process. */
async function claimOf(port: number): Promise<Socket | undefined> {
  const socket = createSocket('udp4').unref()
  socket.bind({ port, address: '127.0.0.1', exclusive: true })
  return await once(socket, 'listening').then(() => socket, unlessTaken)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen({ port, host: '127.0.0.1', exclusive: true })
  const listens = await once(server, 'listening').then(() => true, unlessTaken)
  if (listens !== true) return false
  server.close()
  await once(server, 'close')
  return true
}

function unlessTaken(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')) return
  throw error
}
