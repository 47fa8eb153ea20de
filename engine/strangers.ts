import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Open connections on which no password has been given. */
const MAX_STRANGERS = 512

export interface Strangers {
  /** Call at each request: who asked last is the last to go. */
  seen(socket: Socket): void
  /** Call when a password was right. The connection is never closed for the sake of others then. */
  known(socket: Socket): void
}

/**
 * Keeps connections free for those who have a password, however many others are opened and left open: of the strangers' the one
 * that has been silent the longest is closed for each new one beyond {@link MAX_STRANGERS}.
 */
export function boundStrangers(server: Server): Strangers {
  const strangers = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    strangers.add(socket)
    socket.once('close', () => strangers.delete(socket))
    const [longest] = strangers
    if (strangers.size > MAX_STRANGERS) longest?.destroy()
  })
  return {
    seen(socket) {
      if (strangers.delete(socket)) strangers.add(socket)
    },
    known: socket => void strangers.delete(socket),
  }
}
