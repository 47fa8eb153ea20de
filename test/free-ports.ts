import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports (Linux from 32768, macOS from 49152), so that outgoing connections do not use them. */
const range = { first: 20_000, end: 32_000 }
let next = range.first + Math.floor(Math.random() * (range.end - range.first))

/**
 * Finds TCP ports on which nothing listens, and keeps them for this process until it ends: what is started on them may come up late, or
 * be killed and come back, while other processes look for ports of their own. No two are the same.
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

/** The UDP socket of the same number: nothing here speaks UDP, and the system frees it with the process, however that ends. */
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
