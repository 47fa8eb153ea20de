import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { freePorts } from './free-ports.ts'

/** A process that takes ports from the first one on, and ends with its standard input. */
async function otherProcess(): Promise<{ ports: number[]; end: () => Promise<unknown> }> {
  const script = `Math.random = () => 0
    const { freePorts } = await import(${JSON.stringify(join(import.meta.dirname, 'free-ports.ts'))})
    process.stdout.end(JSON.stringify(await freePorts(20)))
    process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const end = () => {
    child.stdin.end()
    return once(child, 'exit')
  }
  onTestFinished(() => void child.kill())
  return { ports: JSON.parse(await text(child.stdout)), end }
}

test('no two are the same, also when they are asked for at once', async () => {
  const found = (await Promise.all([freePorts(8), freePorts(8), freePorts(8)])).flat()
  expect(new Set(found).size).toBe(24)
})

test('what one process was given no other is given, though nothing listens there yet, until it has ended', async () => {
  const [one, other] = await Promise.all([otherProcess(), otherProcess()])
  expect(new Set([...one.ports, ...other.ports]).size).toBe(40)

  await one.end()
  const third = await otherProcess()
  expect(third.ports.filter(port => one.ports.includes(port))).not.toEqual([])
  expect(third.ports.filter(port => other.ports.includes(port))).toEqual([])
})

test('where something listens is not free', async () => {
  const [given = 0] = await freePorts(1)
  const server = createServer()
  onTestFinished(() => void server.close())
  const taken = await listenAfter(server, given)

  expect(await freePorts(3)).not.toContain(taken)
})

/** Listens on the next port that nobody else uses. */
async function listenAfter(server: Server, port: number): Promise<number> {
  try {
    await once(server.listen(port + 1, '127.0.0.1'), 'listening')
    return port + 1
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return listenAfter(server, port + 1)
  }
}
