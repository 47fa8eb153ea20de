import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePorts } from '../../test/free-ports.ts'
import { poll } from '../../test/poll.ts'
import { startStack } from '../../test/stack/start-stack.ts'

/** By then a restart waits so long that the engine is away for more than the 60 s that the first span may take if nothing is killed. */
const KILLING_MS = 35_000

test('a start goes on however often the engine is killed while the first span is on its way', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-first-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  await (await startStack({ dataDir })).stop()

  const [desk, health] = await freePorts(2)
  const env = { ERRATA_PORT: `${desk}`, ERRATA_OTELCOL_HEALTH_PORT: `${health}` }
  const starting = startStack({ dataDir, env })
  for (const url of [`http://127.0.0.1:${health}`, `http://127.0.0.1:${desk}/livez`]) {
    await poll(() => isUp(url), Boolean, 110_000)
  }
  const killed = new Set<number>()
  for (const untilMs = performance.now() + KILLING_MS; performance.now() < untilMs; await wait(50)) {
    const pid = engineOf(dataDir)
    if (pid === undefined || killed.has(pid)) continue
    process.kill(pid, 'SIGKILL')
    killed.add(pid)
  }
  await using stack = await starting
  expect(stack.lines.filter(line => line.includes('engine ended (SIGKILL)')).length).toBeGreaterThan(0)
})

test('a start goes on when the engine is killed while it gets its schema', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-schema-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const starting = startStack({ dataDir })
  const metadata = join(dataDir, 'engine/chdb/metadata/otel')
  await poll(
    () => existsSync(metadata) && readdirSync(metadata).length,
    count => Number(count) > 5,
    110_000,
  )
  process.kill(engineOf(dataDir) ?? 0, 'SIGKILL')

  await using stack = await starting
  expect(stack.lines.filter(line => line.includes('engine ended (SIGKILL)'))).toHaveLength(1)
})

const isUp = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

/** The current engine process; undefined if there is none. */
function engineOf(dataDir: string): number | undefined {
  const { children }: { children: { name: string; pid: number }[] } = JSON.parse(
    readFileSync(join(dataDir, 'stack.json'), 'utf8'),
  )
  return children.find(({ name }) => name === 'engine')?.pid
}
