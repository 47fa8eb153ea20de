import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { tryLock, waitForLock } from './file-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'errata-file-lock-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Another process that holds the lock until it is killed. */
async function holderOf(file: string) {
  const script = `
    const { tryLock } = await import(process.argv[1])
    globalThis.lock = tryLock(process.argv[2])
    console.log(globalThis.lock === undefined ? 'taken' : 'holds')
    setInterval(() => {}, 1000)`
  const args = ['--input-type=module', '-e', script, join(import.meta.dirname, 'file-lock.ts'), file]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  expect(line).toBe('holds')
  return child
}

test('a lock is free again when its holder is killed, and a waiting process then gets it', async () => {
  const file = join(folder, 'new', 'killed.lock')
  const holder = await holderOf(file)
  expect(tryLock(file)).toBeUndefined()
  const waits: number[] = []
  const waiting = waitForLock(file, { onWait: waitedMs => waits.push(waitedMs) })
  await expect.poll(() => waits.length).toBe(1)
  holder.kill('SIGKILL')
  using _lock = await waiting
  expect(tryLock(file)).toBeUndefined()
})

test('a disposed lock is free', async () => {
  const file = join(folder, 'disposed.lock')
  tryLock(file)?.[Symbol.dispose]()
  await holderOf(file)
})

test('aborting a wait leaves the lock to its holder', async () => {
  const file = join(folder, 'aborted.lock')
  using _held = tryLock(file)
  const stop = new AbortController()
  const waiting = waitForLock(file, { signal: stop.signal, onWait: () => stop.abort() })
  await expect(waiting).rejects.toThrow('abort')
  expect(tryLock(file)).toBeUndefined()
})

test('a file that cannot be locked is an error', () => {
  expect(() => tryLock(folder)).toThrow('unable to open database file')
})
