import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Desk } from './ask/desk.ts'
import { createServer } from './create-server.ts'

interface StdioOptions {
  readonly allowsWrites: boolean
  readonly stdin: Readable
  /** Nothing else may be written to it. */
  readonly stdout: Writable
  /** Takes a sentence for whoever started it. */
  readonly note: (sentence: string) => void
}

/** Serves the tools to the client that started this process, until it closes our input. */
export async function serveOverStdio(desk: Desk, { allowsWrites, stdin, stdout, note }: StdioOptions): Promise<void> {
  const left = once(stdin, 'close')
  const handle = serveStdio(() => createServer({ desk, allowsWrites }), {
    transport: new StdioServerTransport(stdin, stdout),
    onerror: error => note(error.message),
  })
  await left
  await handle.close()
}
