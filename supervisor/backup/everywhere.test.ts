import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  ALL_SPANS,
  ANN,
  ask,
  type BackedUpFolder,
  insertRows,
  makeBackedUpFolder,
  runErrata,
  SECRET,
  SPANS,
} from '../../test/backup/backed-up-folder.ts'
import { applySchema } from '../../test/engine/apply-schema.ts'
import { startEngine } from '../../test/engine/start-engine.ts'

vi.setConfig({ testTimeout: 300_000 })

let made: BackedUpFolder
beforeAll(async () => {
  made = await makeBackedUpFolder()
}, 180_000)
afterAll(() => made[Symbol.dispose]())

const LOGS = 'SELECT groupArray(Body) FROM (SELECT Body FROM otel.otel_logs FINAL ORDER BY Body)'

test('a folder without the secret key is refused, and gets it from a backup that has it', async () => {
  const other = join(made.folder, 'other')
  const withKey = join(made.folder, 'with-key.tar')
  await runErrata(['backup', withKey, '--with-key'], made.dataDir)
  const refused = await runErrata(['restore', made.archive], other)
  const { code } = await runErrata(['restore', withKey], other)

  expect(refused.stderr).toMatch(
    / can only be read with the secret key of where it was made: copy the file secret-key /,
  )
  expect(code).toBe(0)
  expect(readFileSync(join(other, 'secret-key'), 'utf8')).toBe(`${SECRET}\n`)
})

test('a damaged archive is refused, and what the folder had stays', async () => {
  const damaged = join(made.folder, 'damaged.tar')
  const bytes = readFileSync(made.archive)
  // In a file of the largest table, behind its header in the made.archive.
  bytes.fill(
    0x55,
    bytes.indexOf('data/otel/otel_traces/') + 512 + 20,
    bytes.indexOf('data/otel/otel_traces/') + 512 + 60,
  )
  writeFileSync(damaged, bytes)
  const target = join(made.folder, 'kept')
  await runErrata(['restore', made.archive, '--without-key'], target)
  const { code, stderr } = await runErrata(['restore', damaged, '--without-key', '--replace'], target)

  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(readdirSync(target).sort()).toEqual(['engine', 'stack.lock'])
  expect((await ask(target, SPANS))[0]).toBe(ALL_SPANS)
})

test('it is restored into a server, by a user who may and if it has no rows, and backed up from there', async () => {
  await using server = await startEngine()
  const desk = join(made.folder, 'desk')
  const settings = {
    CLICKHOUSE_URL: server.url,
    CLICKHOUSE_USER: server.schema.user,
    CLICKHOUSE_PASSWORD: server.schema.password,
  }
  const asDesk = await runErrata(['restore', made.archive, '--without-key'], desk, {
    CLICKHOUSE_URL: server.url,
    CLICKHOUSE_USER: server.desk.user,
    CLICKHOUSE_PASSWORD: server.desk.password,
  })
  const restored = await runErrata(['restore', made.archive, '--without-key'], desk, settings)
  const refused = await runErrata(['restore', made.archive, '--without-key'], desk, settings)
  const fromServer = join(made.folder, 'from-server.tar')
  const taken = await runErrata(['backup', fromServer], desk, settings)
  const again = join(made.folder, 'again')
  await runErrata(['restore', fromServer], again)

  expect(asDesk).toMatchObject({
    code: 1,
    stderr:
      'errata_desk may not create the tables of database otel: restore as the user of the schema job, by ERRATA_CLICKHOUSE_SCHEMA_USER and its password.\n',
  })
  expect(restored.stdout).toMatch(/^restored to \S+ \S+, (\d+) of \1 rows, /)
  expect((await server.send({ body: SPANS })).text.trim()).toBe(ALL_SPANS)
  const views = "SELECT count() FROM system.tables WHERE database = 'otel' AND engine = 'MaterializedView'"
  expect(Number((await server.send({ body: views })).text)).toBeGreaterThan(20)
  expect(refused.stderr).toBe(
    'Database otel has rows already: restore into an empty one, or let --replace remove what it has.\n',
  )
  expect(taken.stdout).toMatch(/^backed up at /)
  expect(readdirSync(desk)).toEqual(['stack.lock'])
  expect((await ask(again, SPANS))[0]).toBe(ALL_SPANS)
})

test('erasing a user removes their sessions and traces and nothing else, and is recorded', async () => {
  const own = join(made.folder, 'erased')
  await runErrata(['restore', made.archive, '--without-key'], own)
  const asked = await runErrata(['erase', '--user', ANN], own)
  const { code, stdout } = await runErrata(['erase', '--user', ANN, '--yes'], own)
  const again = await runErrata(['erase', '--user', ANN, '--yes'], own)
  const [spans, logs, thrown, steps, parts] = await ask(
    own,
    SPANS,
    LOGS,
    'SELECT count() FROM otel.exceptions',
    'SELECT groupUniqArray(SessionId) FROM otel.session_steps',
    "SELECT groupUniqArray(table) FROM system.tables WHERE database = 'otel' AND name = 'erasing'",
  )

  expect(asked).toMatchObject({
    code: 1,
    stderr: 'No terminal to ask: add --yes to remove the telemetry of this user.\n',
  })
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /^ {2}\w+ +\d+ rows\n(?: {2}.*\n)*removed at \S+ \S+; gone from the disk by \S+ \S+\nCounts without the person stay/,
    ),
  })
  expect(stdout).toMatch(/^ {2}otel_traces +2 rows$/m)
  expect(stdout).toMatch(/^ {2}otel_logs +2 rows$/m)
  expect([spans, logs, thrown, steps, parts]).toEqual(["['GET /checkout']", "['cart of Bob']", '0', "['his']", '[]'])
  expect(again.stdout).toBe(`Nothing is stored of user ${ANN}.\n`)
  const [record] = readFileSync(join(own, 'erasures.ndjson'), 'utf8').split('\n')
  expect(JSON.parse(record ?? '')).toMatchObject({
    rows: { otel_traces: 2 },
    userMark: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(record).not.toContain(ANN)
})

test('what 0.2 stored is copied, and read by the views of this version', async () => {
  const old = join(made.folder, 'old')
  const before = await startEngine({ dataDir: join(old, 'engine') })
  const schema = readFileSync(join(import.meta.dirname, '../../test/store/schema-0.2.sql'), 'utf8')
  for (const statement of schema.split(/;\n/).filter(each => each.trim() !== '')) {
    const { status, text } = await before.send({ body: statement })
    expect({ status, text }).toMatchObject({ status: 200 })
  }
  await insertRows(before)
  await before.stop()
  const target = join(made.folder, 'copied')
  const engine = await startEngine({ dataDir: join(target, 'engine') })
  await applySchema(engine)
  await engine.stop()

  const copied = await runErrata(['copy', old], target)
  const repeated = await runErrata(['copy', old], target)

  expect(copied).toMatchObject({ code: 0, stdout: expect.stringMatching(/^copied 6 rows of \d+ tables; /) })
  expect(repeated.stdout).toBe(copied.stdout)
  const [spans, roots, thrown] = await ask(
    target,
    SPANS,
    'SELECT count() FROM otel.transactions FINAL WHERE IsRoot',
    'SELECT groupArray(Message) FROM otel.exceptions FINAL',
  )
  expect([spans, roots, thrown]).toEqual([ALL_SPANS, '3', "['no stock']"])
})
