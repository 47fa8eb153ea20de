import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { takeLock } from './lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'errata-lock-'))
let files = 0

afterAll(() => rmSync(folder, { recursive: true }))

function options(onWait: (holder: string) => void = () => {}) {
  const file = join(folder, `${files++}.lock`)
  return { file, signal: AbortSignal.timeout(30_000), onWait, pollMs: 10 }
}

test('a second one waits for the first, is told by whom it is held, and then has it', async () => {
  const heldBy: string[] = []
  const lock = options(holder => heldBy.push(holder))
  const order: string[] = []
  const first = await takeLock(lock)
  const second = takeLock(lock).then(taken => {
    order.push('second has it')
    return taken
  })
  await expect.poll(() => heldBy).toEqual([`${process.pid}`])
  order.push('first gives it back')
  first[Symbol.dispose]()
  ;(await second)[Symbol.dispose]()
  expect(order).toEqual(['first gives it back', 'second has it'])
  expect(existsSync(lock.file)).toBe(false)
})

test('a lock of a process that is gone is taken over', async () => {
  const lock = options()
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  writeFileSync(lock.file, `${child.pid} ${hostname()} x\n`)
  using _taken = await takeLock(lock)
  expect(readdirSync(folder).filter(name => name.endsWith(`.${process.pid}`))).toEqual([])
})

test('a lock of another machine is taken over once it has been quiet for a minute', async () => {
  const lock = options()
  writeFileSync(lock.file, '1 elsewhere x\n')
  const longAgo = new Date(Date.now() - 61_000)
  utimesSync(lock.file, longAgo, longAgo)
  using _taken = await takeLock(lock)
  expect(existsSync(lock.file)).toBe(true)
})

test('whoever is stopped while waiting leaves the lock to its holder', async () => {
  const lock = options()
  using _held = await takeLock(lock)
  const stop = new AbortController()
  const waiting = takeLock({ ...lock, signal: stop.signal, onWait: () => stop.abort() })
  await expect(waiting).rejects.toThrow('abort')
  expect(existsSync(lock.file)).toBe(true)
})
