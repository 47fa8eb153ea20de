import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { send, spawnEngine } from '../test/start-engine.ts'

const NAMESPACE = ['unshare', '--user', '--map-root-user']
const canUnshare = spawnSync(NAMESPACE[0] ?? '', [...NAMESPACE.slice(1), 'true']).status === 0

// chDB believes the namespace's word that it may set priorities, is refused by the system, and dies of it.
test.runIf(canUnshare)('ends when chDB has died, so that it can be started again', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'errata-fatal-'))
  const { child, ready, gone } = spawnEngine(['--data-dir', dir, '--port', '0'], NAMESPACE)
  const url = (await ready) ?? ''
  const writer = { user: 'errata', password: (await readFile(join(dir, 'writer-password'), 'utf8')).trim() }
  const query = { os_threads_nice_value_query: '10' }
  const deadly = send(url, writer, { body: 'SELECT count() FROM numbers(1000000)', query })
  const lost = expect(deadly).rejects.toThrow(/socket hang up|ECONNRESET/)
  const asking = setInterval(() => void send(url, writer, { body: 'SELECT 1' }).catch(() => undefined), 200)
  await once(child, 'exit')
  clearInterval(asking)

  await lost
  expect((await gone).printed).toContain('engine: chDB has died, so the engine ends')
  await rm(dir, { recursive: true, force: true })
})
