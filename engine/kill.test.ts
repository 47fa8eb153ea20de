import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startEngine } from '../test/engine/start-engine.ts'

// Generous, for busy machines.
vi.setConfig({ testTimeout: 180_000 })

const ROWS = 2000

test('has every acknowledged batch, complete, after kill -9 during inserts', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'errata-kill-'))
  const acknowledged = new Set<number>()
  let batch = 0
  for (let round = 0; round < 4; round++) {
    const engine = await startEngine({ dataDir })
    const table = 'CREATE TABLE IF NOT EXISTS t (batch UInt32, n UInt32) ENGINE = MergeTree ORDER BY (batch, n)'
    await engine.send({ body: table })
    const insert = async () => {
      for (;;) {
        const mine = ++batch
        const body = Array.from({ length: ROWS }, (_, n) => `${mine}\t${n}`).join('\n')
        const { status } = await engine.send({ body, query: { query: 'INSERT INTO t FORMAT TabSeparated' } })
        if (status === 200) acknowledged.add(mine)
      }
    }
    const before = acknowledged.size
    const writers = Array.from({ length: 4 }, () => insert().catch(() => 'killed'))
    await expect
      .poll(() => acknowledged.size - before, { timeout: 120_000, interval: 20 })
      .toBeGreaterThan(10 + round * 7)
    engine.kill()
    await Promise.all(writers)
    await engine.stop()
  }
  await using engine = await startEngine({ dataDir })
  const { text } = await engine.send({ body: 'SELECT batch, count(), uniqExact(n), max(n) FROM t GROUP BY batch' })
  const found = new Map(
    text
      .trimEnd()
      .split('\n')
      .map(line => [Number(line.split('\t')[0]), line.split('\t').slice(1).join(' ')]),
  )

  expect([...acknowledged].filter(mine => !found.has(mine))).toEqual([])
  expect([...found.values()].filter(counts => counts !== `${ROWS} ${ROWS} ${ROWS - 1}`)).toEqual([])
  await engine.stop()
  await rm(dataDir, { recursive: true })
})
