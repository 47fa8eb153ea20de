import { once } from 'node:events'
import { existsSync, globSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { spawnEngine, startEngine, type TestEngine } from '../test/engine/start-engine.ts'

// Generous, for busy machines.
vi.setConfig({ testTimeout: 180_000 })

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'errata-start-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** The last line of an engine that must not start. */
async function refusal(args: readonly string[], prefix: readonly string[] = []): Promise<string> {
  const { child, ready, gone } = spawnEngine(args, prefix)
  if ((await ready) !== undefined) child.kill()
  const { code, printed } = await gone
  expect(code, printed).toBe(1)
  return `${printed.trimEnd().split('\n').at(-1)}\n`
}

/** Six seconds. */
const LONG = 'SELECT count(sleepEachRow(1)) FROM numbers(6) SETTINGS max_block_size = 1'

/** Waits until the app's long statement runs. */
async function untilRunning(engine: TestEngine): Promise<void> {
  const processes = async () =>
    (await engine.send({ body: "SELECT count() FROM system.processes WHERE user = 'errata_desk'" })).text
  await expect.poll(processes, { timeout: 60_000 }).toBe('1\n')
}

test('waits for a running query before it stops', async () => {
  await using engine = await startEngine()
  const answer = engine.send({ body: LONG, as: 'desk' })
  await untilRunning(engine)
  const code = engine.stop()

  expect((await answer).text).toBe('6\n')
  expect(await code).toBe(0)
})

test('stops also when a client does not read its result', async () => {
  await using engine = await startEngine()
  const body = "SELECT number, repeat('x', 1000) FROM numbers(1000000000)"
  const headers = { 'x-clickhouse-user': engine.desk.user, 'x-clickhouse-key': engine.desk.password }
  const response = await fetch(engine.url, { method: 'POST', body, headers })
  await response.body?.getReader().read()

  expect(await engine.stop()).toBe(0)
})

describe('the second start in a folder', () => {
  let engine: TestEngine
  let firstPassword: string
  let empty: readonly string[]
  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'errata-start-again-'))
    const first = await startEngine({ dataDir })
    await first.send({ body: 'CREATE TABLE t (n UInt8) ENGINE = MergeTree ORDER BY n AS SELECT 7' })
    await first.stop()
    firstPassword = first.writer.password
    const [definition = ''] = globSync(join(dataDir, 'chdb/store/*/*/t.sql'))
    empty = [join(dataDir, 'chdb/metadata/stray.sql'), join(dirname(definition), 'stray.sql')]
    for (const file of empty) await writeFile(file, '')
    engine = await startEngine({ dataDir })
  })
  afterAll(async () => {
    await engine[Symbol.asyncDispose]()
    await rm(engine.dataDir, { recursive: true, force: true })
  })

  test('keeps data and passwords', async () => {
    expect(engine.writer.password).toBe(firstPassword)
    expect((await engine.send({ body: 'SELECT n FROM t' })).text).toBe('7\n')
  })

  test('moves empty definitions aside that belong to no data', () => {
    expect(empty.some(existsSync)).toBe(false)
    expect(readdirSync(join(engine.dataDir, 'moved-aside'))).toEqual([
      'metadata_stray.sql',
      expect.stringMatching(/^store_.+_stray\.sql$/),
    ])
  })

  test('leaves no configuration behind, which would hold the passwords', () => {
    expect(readdirSync(join(engine.dataDir, 'start'))).toEqual([])
  })

  test('is refused while another engine uses the folder, which is left alone', async () => {
    expect(await refusal(['--data-dir', engine.dataDir, '--port', '0'])).toContain(
      'if another process has it open, stop that one or give each its own --data-dir',
    )
    expect((await engine.send({ body: 'SELECT 1' })).text).toBe('1\n')
  })
})

test('an engine that cannot serve leaves no configuration behind either', async () => {
  await mkdir(join(dir, 'chdb', 'status'), { recursive: true }) // ClickHouse creates a file there
  expect(await refusal(['--data-dir', dir, '--port', '0'])).toContain('ClickHouse cannot serve')
  expect(readdirSync(join(dir, 'start'))).toEqual([])
})

test('says which table has lost its definition', async () => {
  await using engine = await startEngine({ dataDir: dir })
  await engine.send({ body: 'CREATE TABLE t (n UInt8) ENGINE = MergeTree ORDER BY n' })
  await engine.stop()
  const [description = ''] = globSync(join(dir, 'chdb/store/*/*/t.sql'))
  await truncate(description, 0)

  expect(await refusal(['--data-dir', dir, '--port', '0'])).toContain(`${description} defines a table and is empty`)
})

test('reports that a port is in use', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0

  expect(await refusal(['--data-dir', dir, '--port', String(port)])).toContain(`port ${port} on 127.0.0.1 is taken`)
  server.close()
})

test('reports a data folder without write permission', async () => {
  // Not even root may write there.
  const parent = process.platform === 'darwin' ? '/System' : '/sys'

  expect(await refusal(['--data-dir', `${parent}/errata`, '--port', '0'])).toBe(
    `engine: no right to write in ${parent}/errata: change its owner, or choose another folder\n`,
  )
})

test.runIf(process.platform === 'linux')('reports a data folder below /proc', async () => {
  expect(await refusal(['--data-dir', '/proc/errata', '--port', '0'])).toBe(
    'engine: no folder can be created at /proc/errata: choose another one\n',
  )
})

test('reports that the data folder is a file', async () => {
  await writeFile(join(dir, 'file'), '')

  expect(await refusal(['--data-dir', join(dir, 'file'), '--port', '0'])).toContain('is not a folder')
})

test('reports an address that is not of this machine', async () => {
  const args = ['--data-dir', dir, '--port', '0', '--host', '192.0.2.1', '--allow-any-host']

  expect(await refusal(args)).toContain('cannot listen on 192.0.2.1')
})

test('reports what to do without an embedded ClickHouse', async () => {
  const platform = join(dir, 'other-platform.mjs')
  await writeFile(platform, "Object.defineProperty(process, 'arch', { value: 's390x' })")
  const node = ['env', `NODE_OPTIONS=--import ${platform}`]

  expect(await refusal(['--data-dir', join(dir, 'sub'), '--port', '0'], node)).toMatch(
    /docker compose up.*CLICKHOUSE_URL/,
  )
})
