import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CAN_MOUNT_DISKS, fillDisk, pathInsideProcess, smallDiskCommand } from '../test/engine/small-disk.ts'
import { connectToEngine, spawnEngine } from '../test/engine/start-engine.ts'

// Generous, for busy machines.
vi.setConfig({ testTimeout: 180_000 })

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'errata-full-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** An engine on its own small disk. */
async function startOnSmallDisk(mib: number) {
  const { child, ready, gone } = spawnEngine(['--data-dir', dir, '--port', '0'], smallDiskCommand(dir, mib))
  const url = await ready
  if (url === undefined) throw new Error((await gone).printed)
  const inside = (name: string) => pathInsideProcess(child.pid, join(dir, name))
  const { send } = connectToEngine({ url, dataDir: pathInsideProcess(child.pid, dir) })
  return {
    inside,
    send,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await gone
    },
  }
}

const row = { body: '{"n":1}', query: { query: 'INSERT INTO t FORMAT JSONEachRow' } }

test.runIf(CAN_MOUNT_DISKS)(
  'with a full disk inserts are refused and queries answered until there is space',
  async () => {
    await using engine = await startOnSmallDisk(96)
    await engine.send({ body: 'CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n' })
    expect((await engine.send(row)).status).toBe(200)

    fillDisk(engine.inside('fill'))
    expect(await engine.send(row)).toMatchObject({ status: 500, headers: { 'x-clickhouse-exception-code': '243' } })
    expect((await engine.send({ body: 'SELECT count() FROM t' })).text).toBe('1\n')

    await rm(engine.inside('fill'))
    expect((await engine.send(row)).status).toBe(200)
    expect((await engine.send({ body: 'SELECT count() FROM t' })).text).toBe('2\n')
  },
)

// Canary: if this fails, ClickHouse refuses what it cannot write, and the check in supervisor/run-schema.ts can be deleted.
test.runIf(CAN_MOUNT_DISKS)('on a full disk ClickHouse loses the definition of a table that is changed', async () => {
  await using engine = await startOnSmallDisk(96)
  await engine.send({ body: 'CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n' })
  fillDisk(engine.inside('fill'))

  expect((await engine.send({ body: 'ALTER TABLE t ADD COLUMN m UInt8' })).status).toBe(200)
  expect((await engine.send({ body: 'SHOW CREATE TABLE t' })).status).toBe(500)
})

test.runIf(CAN_MOUNT_DISKS)('an insert that fills the disk is refused whole, and the process goes on', async () => {
  await using engine = await startOnSmallDisk(96)
  await engine.send({ body: 'CREATE TABLE t (s String) ENGINE = MergeTree ORDER BY tuple()' })
  const body = Array.from(
    { length: 6500 },
    () => `{"s":"${Buffer.from(crypto.getRandomValues(new Uint8Array(12_000))).toString('base64')}"}`,
  ).join('\n')
  const query = { query: 'INSERT INTO t FORMAT JSONEachRow' }

  expect(await engine.send({ body, query })).toMatchObject({
    status: 500,
    headers: { 'x-clickhouse-exception-code': '243' },
  })
  expect((await engine.send({ body: 'SELECT count() FROM t' })).text).toBe('0\n')
  expect((await engine.send({ body: '{"s":"a"}', query })).status).toBe(200)
})

test.runIf(CAN_MOUNT_DISKS)('reports a full disk at the start', async () => {
  await expect(startOnSmallDisk(8)).rejects.toThrow(
    `engine: the disk of ${dir} is full: free some space and start again`,
  )
})

test.runIf(CAN_MOUNT_DISKS)('drops a table on a full disk, to make space', async () => {
  await using engine = await startOnSmallDisk(96)
  await engine.send({ body: 'CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n' })
  fillDisk(engine.inside('fill'))

  expect((await engine.send({ body: 'DROP TABLE t SYNC' })).status).toBe(200)
})

const spilling = {
  max_memory_usage: '200000000',
  max_bytes_before_external_group_by: '20000000',
  max_bytes_before_external_sort: '20000000',
}

test.runIf(CAN_MOUNT_DISKS).each([
  ['grouping', 'reader', 'SELECT count() FROM (SELECT number FROM numbers(5000000) GROUP BY number)', spilling],
  [
    'sorting',
    'writer',
    'SELECT randomString(200) AS s FROM numbers(2000000) ORDER BY s',
    { ...spilling, max_bytes_ratio_before_external_sort: '0' },
  ],
] as const)('a query that would go on %s on the disk leaves a gigabyte free there', async (_what, as, body, query) => {
  await using engine = await startOnSmallDisk(1060)
  const reply = await engine.send({ body, query, as })

  expect(reply, reply.text).toMatchObject({ status: 500, headers: { 'x-clickhouse-exception-code': '243' } })
  expect((await engine.send({ body: 'SELECT 1' })).text).toBe('1\n')
})
