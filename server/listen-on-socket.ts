import { chmodSync, lstatSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { connect } from 'node:net'

/**
 * Listens on a Unix socket that the owner and the group of this process may connect to. Replaces one that a killed process left behind.
 *
 * @throws {Error} If another process listens on it, or the path is something else than a socket.
 */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  await tryToListen(server, path).catch(async error => {
    if (error.code !== 'EADDRINUSE' || !lstatSync(path).isSocket() || (await answers(path))) throw error
    rmSync(path)
    await tryToListen(server, path)
  })
  chmodSync(path, 0o660)
}

function tryToListen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function answers(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })
}
