import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, expect, test } from 'vitest'
import { poll } from '../test/poll.ts'
import { lockDataDir } from './lock-data-dir.ts'
import { createProcessRecord, isProcessRunning } from './process-record.ts'

const folder = mkdtempSync(join(tmpdir(), 'errata-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** Each loads everything first, then waits for a line on stdin, so that they compete for the lock. */
const racer = `
  import { createInterface } from 'node:readline'
  const { lockDataDir } = await import(process.argv[1])
  process.stdout.write('loaded\\n')
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      await lockDataDir(line)
      process.stdout.write('holds\\n')
    } catch (error) {
      process.stdout.write(error.message + '\\n')
    }
  }
`

function startRacer() {
  const args = ['--input-type=module', '-e', racer, join(import.meta.dirname, 'lock-data-dir.ts')]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  started.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const heard = async () => (await lines.next()).value ?? 'ended'
  return { child, heard, run: (dataDir: string) => child.stdin.write(`${dataDir}\n`) }
}

test('of many concurrent starts exactly one locks the folder, whatever the previous one left behind', async () => {
  const racers = Array.from({ length: 8 }, startRacer)
  await Promise.all(racers.map(racer => racer.heard()))
  for (let round = 0; round < 12; round++) {
    const dataDir = mkdtempSync(join(folder, 'race-'))
    // Left by a stack that was killed, killed while writing, or killed before writing.
    const dead = { stack: { name: 'stack', pid: 4_194_304, startedAt: '1' }, children: [] }
    if (round % 3 === 1) writeFileSync(join(dataDir, 'stack.json'), JSON.stringify(dead))
    if (round % 3 === 2) writeFileSync(join(dataDir, 'stack.json'), '{"stack":')
    for (const racer of racers) racer.run(dataDir)
    const said = await Promise.all(racers.map(racer => racer.heard()))
    expect(said.filter(line => line === 'holds')).toHaveLength(1)
    expect(said.filter(line => line.startsWith('Another stack'))).toHaveLength(racers.length - 1)
  }
})

test.runIf(process.platform === 'linux')('a folder that cannot be created is refused, not waited for', async () => {
  await expect(lockDataDir('/proc/x')).rejects.toThrow(
    /^The data folder \/proc\/x cannot be used \(ENOENT.*\): make it writable or set ERRATA_DATA_DIR\.$/,
  )
})

test('who finds the folder locked is told by which process, on which host, since when', async () => {
  const dataDir = mkdtempSync(join(folder, 'held-'))
  const holder = startRacer()
  await holder.heard()
  const fromMs = Date.now()
  holder.run(dataDir)
  expect(await holder.heard()).toBe('holds')

  const refusal = await lockDataDir(dataDir).then(
    () => '',
    (error: Error) => error.message,
  )
  const [, who, since = ''] = /^Another stack \((.+), since (\S+)\) runs on /.exec(refusal) ?? []
  expect(who).toBe(`process ${holder.child.pid} on ${hostname()}`)
  expect(Date.parse(since)).toBeGreaterThanOrEqual(fromMs)
  expect(Date.parse(since)).toBeLessThanOrEqual(Date.now())
})

test('the lock of a killed process is released at once', async () => {
  const dataDir = mkdtempSync(join(folder, 'killed-'))
  const holder = startRacer()
  await holder.heard()
  holder.run(dataDir)
  expect(await holder.heard()).toBe('holds')
  const gone = once(holder.child, 'exit')
  holder.child.kill('SIGKILL')
  await gone
  const lock = await lockDataDir(dataDir)
  lock.release()
})

test('a zombie process neither holds the lock nor delays the next start', async () => {
  const dataDir = mkdtempSync(join(folder, 'zombie-'))
  // It has a child that it never waits for, and then becomes another program, which does not know that child.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(parent)
  const [line] = await once(createInterface({ input: parent.stdout }), 'line')
  const zombie = createProcessRecord('engine', Number(line))
  writeFileSync(
    join(dataDir, 'stack.json'),
    JSON.stringify({ stack: { ...zombie, name: 'stack' }, children: [zombie] }),
  )
  const ps = (what: string, pid: string) =>
    execFileSync('ps', ['-o', `${what}=`, '-p', pid], { encoding: 'utf8' }).trim()
  // Until then it is a shell, which may wait for its child.
  await poll(
    () => ps('comm', `${parent.pid}`),
    command => command === 'sleep',
  )
  process.kill(zombie.pid, 'SIGKILL')
  await poll(
    () => ps('stat', line),
    state => state.startsWith('Z'),
  )

  const lock = await lockDataDir(dataDir)
  expect(lock.orphans).toEqual([])
  lock.release()
})

test('a new process with the pid of a dead one is not mistaken for it', () => {
  const self = createProcessRecord('stack', process.pid)
  expect(isProcessRunning(self)).toBe(true)
  expect(isProcessRunning({ ...self, startedAt: `${self.startedAt}0` })).toBe(false)
})
