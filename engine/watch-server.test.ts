import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { connectToEngine, spawnEngine, startEngine } from '../test/engine/start-engine.ts'

// Generous, for busy machines.
vi.setConfig({ testTimeout: 180_000 })

/** What an engine prints when a query makes it end itself. It sees a machine with 1 GiB of memory. */
async function lastWords(body: string, query: Readonly<Record<string, string>>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'errata-watch-'))
  const machine = join(dir, 'small-machine.mjs')
  await writeFile(
    machine,
    `import os from 'node:os'
import { syncBuiltinESMExports } from 'node:module'
os.totalmem = () => 2 ** 30
syncBuiltinESMExports()`,
  )
  const dataDir = join(dir, 'data')
  const node = ['env', `NODE_OPTIONS=--import ${machine}`]
  const { ready, gone } = spawnEngine(['--data-dir', dataDir, '--port', '0'], node)
  const engine = connectToEngine({ url: (await ready) ?? '', dataDir })
  await expect(engine.send({ body, query, as: 'reader' })).rejects.toThrow(/socket hang up|ECONNRESET/)
  const { code, printed } = await gone
  await rm(dir, { recursive: true })
  expect(code).toBe(1)
  return printed
}

const circle = (step: number) => `[[arrayMap(i -> (cos(i * ${step}), sin(i * ${step + 1})), range(6000))]]`

test.concurrent('a query whose memory ClickHouse does not count ends the engine', async () => {
  const body = `SELECT length(polygonsIntersectionCartesian(${circle(1)}, ${circle(2)}))`

  expect(await lastWords(body, {})).toContain('engine: ClickHouse uses more than one and a half times its memory limit')
})

test.concurrent('a query that does not end at its timeout ends the engine', async () => {
  const body = 'SELECT arrayLevenshteinDistance(range(300000), range(300001))'

  expect(await lastWords(body, { max_execution_time: '1' })).toContain(
    'engine: ClickHouse runs a query that does not end at its timeout',
  )
})

test
  .runIf(process.platform === 'linux')
  .concurrent('a query that waits past its timeout without computing does not end the engine', async () => {
    await using engine = await startEngine()
    const abort = new AbortController()
    const headers = { 'x-clickhouse-user': engine.reader.user, 'x-clickhouse-key': engine.reader.password }
    // One of these is a pipe that ClickHouse makes for the query itself.
    const body = "SELECT sum(length(file('/proc/self/fd/' || toString(number), ''))) FROM numbers(70, 200)"
    const url = `${engine.url}/?max_execution_time=1`
    const waiting = fetch(url, { method: 'POST', body, headers, signal: abort.signal }).catch(() => undefined)
    const elapsed = "SELECT max(elapsed) FROM system.processes WHERE user = 'errata_reader'"

    // The engine checks every five seconds.
    await expect
      .poll(async () => Number((await engine.send({ body: elapsed })).text), { timeout: 60_000 })
      .toBeGreaterThan(30)
    abort.abort()
    await waiting
  })
