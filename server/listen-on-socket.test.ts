import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { listenOnSocket } from './listen-on-socket.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const pathInNewFolder = () => join(mkdtempSync(join(tmpdir(), 'errata-socket-')), 'proxy.sock')

async function listenAs(name: string, path: string): Promise<void> {
  const server = createServer((_, res) => res.end(name))
  servers.push(server)
  await listenOnSocket(server, path)
}

async function ask(socketPath: string): Promise<string> {
  const [response] = await once(request({ socketPath }).end(), 'response')
  return text(response)
}

test('only the owner and the group may connect', async () => {
  const path = pathInNewFolder()
  await listenAs('desk', path)
  expect(await ask(path)).toBe('desk')
  expect(statSync(path).mode & 0o777).toBe(0o660)
})

test('a socket that a killed process left behind is replaced', async () => {
  const path = pathInNewFolder()
  const listen = `require('http').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
  await once(spawn(process.execPath, ['-e', listen]), 'exit')
  expect(statSync(path).isSocket()).toBe(true)
  await listenAs('desk', path)
  expect(await ask(path)).toBe('desk')
})

test('that of another process stays its own', async () => {
  const path = pathInNewFolder()
  await listenAs('first', path)
  await expect(listenAs('second', path)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(await ask(path)).toBe('first')
})

test('a file that is no socket stays', async () => {
  const path = pathInNewFolder()
  writeFileSync(path, 'of somebody')
  await expect(listenAs('desk', path)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(readFileSync(path, 'utf8')).toBe('of somebody')
})
