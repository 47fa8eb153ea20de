import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applySchema } from '../../../test/engine/apply-schema.ts'
import { startEngine, type TestEngine } from '../../../test/engine/start-engine.ts'
import { runs } from '../../../test/property-runs.ts'
import {
  exceptionRow,
  type InsertedRow,
  logRow,
  noiseRow,
  openTestDatabase,
  spanRow,
  sumRow,
} from '../../../test/store/open-test-store.ts'
import type { ArchiveNotes } from '../archive/archive.ts'
import { BackupError, type Database, openDatabase } from '../archive/database.ts'
import { ownerOf, takeBackup } from '../archive/take-backup.ts'
import { TABLES } from '../tables/table-names.ts'
import { listTables } from './list-tables.ts'
import { completeViews, restoreBackup } from './restore-backup.ts'

vi.setConfig({ testTimeout: 180_000 })

// An engine of its own, which merges nothing: rows are compared as they are stored.
const dataDir = mkdtempSync(join(tmpdir(), 'errata-restore-'))
let engine: TestEngine
let database: Database

beforeAll(async () => {
  mkdirSync(join(dataDir, 'config.d'))
  const limits = ['max_bytes_to_merge_at_max_space_in_pool', 'max_bytes_to_merge_at_min_space_in_pool']
  const settings = limits.map(name => `<${name}>1</${name}>`).join('')
  writeFileSync(
    join(dataDir, 'config.d', 'no-merges.xml'),
    `<clickhouse><merge_tree>${settings}</merge_tree></clickhouse>`,
  )
  engine = await startEngine({ dataDir })
  await applySchema(engine)
  database = openDatabase(ownerOf({ url: engine.url, engineDir: dataDir }))
}, 120_000)
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await engine[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true })
})

const location = () => ({ url: engine.url, engineDir: dataDir })

async function insert(rows: readonly InsertedRow[]): Promise<void> {
  const store = openTestDatabase(engine, 'otel', false)
  await store.insert(rows)
  await store.close()
}

/** Number and hash of the rows of each table, in any order. */
async function fingerprint(): Promise<Record<string, string>> {
  const entries = (await listTables(database)).map(async ({ name }) => {
    const [row] = await database.rows<{ n: string; hash: string }>(
      'SELECT count() AS n, groupBitXor(cityHash64(toString(tuple(*)))) AS hash FROM {database:Identifier}.{name:Identifier}',
      { name },
    )
    return [name, `${row?.n} ${row?.hash}`] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function backUp(): Promise<{ file: string; path: string; notes: ArchiveNotes }> {
  const { path, notes } = await takeBackup(database, location())
  return { file: basename(path), path, notes }
}

const dropDatabase = () => engine.send({ body: 'DROP DATABASE IF EXISTS otel SYNC' })

const text = fc.string({ unit: 'grapheme', maxLength: 40 })
const at = fc.integer({ min: 0, max: 6 * 86_400_000 })
const anyRow: fc.Arbitrary<InsertedRow> = fc.oneof(
  fc
    .record({ at, name: text, service: fc.constantFrom('shop', 'stock'), user: text })
    .map(({ user, ...span }) => spanRow({ ...span, attributes: { 'user.id': user, 'session.id': user } })),
  fc.record({ at, body: text }).map(({ at, body }) => logRow({ at, body })),
  fc.record({ at, message: text }).map(({ at, message }) => exceptionRow({ at, message })),
  at.map(at => noiseRow('health-check', spanRow({ at }))),
  fc.record({ at, value: fc.double({ noNaN: true }) }).map(({ at, value }) => sumRow({ at, name: 'sold', value })),
)

test('a restored database has the rows of all tables that it had', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 60 }), async rows => {
      await insert(rows)
      const before = await fingerprint()
      const { file, notes } = await backUp()
      await dropDatabase()
      const restored = await restoreBackup(database, file, notes)

      expect(await fingerprint()).toEqual(before)
      expect(restored).toBe(Object.values(notes.rows).reduce((sum, n) => sum + n, 0))
    }),
    runs(3),
  )
})

test('a restored database takes and shows new rows', async () => {
  const { file, notes } = await backUp()
  await dropDatabase()
  await restoreBackup(database, file, notes)
  await insert([spanRow({ name: 'GET /after', kind: 'Server' })])

  const found = await database.rows("SELECT SpanName FROM otel.transactions WHERE SpanName = 'GET /after'")
  expect(found).toEqual([{ SpanName: 'GET /after' }])
})

test('an archive with a damaged file is refused', async () => {
  await insert([logRow({ body: 'precious' })])
  const { file, path, notes } = await backUp()
  // Somewhere in the data of the largest table.
  const place = readFileSync(path).indexOf('data.bin') + 512 + 40
  const descriptor = openSync(path, 'r+')
  writeSync(descriptor, Buffer.from([0xaa, 0x55, 0xaa]), 0, 3, place)
  closeSync(descriptor)
  await dropDatabase()

  await expect(restoreBackup(database, file, notes)).rejects.toThrow(BackupError)
  await dropDatabase()
  await applySchema(engine)
})

test('an archive that lacks rows is refused', async () => {
  await insert([logRow({ body: 'one' })])
  const { file, notes } = await backUp()
  await dropDatabase()
  const more = { ...notes, rows: { ...notes.rows, [TABLES.logs]: (notes.rows[TABLES.logs] ?? 0) + 1 } }

  await expect(restoreBackup(database, file, more)).rejects.toThrow(/^Table otel_logs has \d+ of \d+ rows: /)
})

test('what an insert under way had not reached is completed', async () => {
  await insert([spanRow({ name: 'GET /cut-off', kind: 'Server' })])
  await engine.send({ body: 'TRUNCATE TABLE otel.transactions' })
  await engine.send({ body: 'TRUNCATE TABLE otel.trace_index' })
  await completeViews(database, { underWayMs: Date.now() - 60_000 })

  const [index] = await database.rows<{ n: string }>("SELECT count() AS n FROM otel.trace_index WHERE Fact = ''")
  expect(Number(index?.n)).toBeGreaterThan(0)
  expect(await database.rows("SELECT SpanName FROM otel.transactions WHERE SpanName = 'GET /cut-off'")).toHaveLength(1)
})

test('completing changes no number of distinct rows', async () => {
  const counts = async () => {
    const tables = (await listTables(database)).map(async ({ name }) => {
      const [row] = await database.rows<{ n: string }>(
        'SELECT count() AS n FROM {database:Identifier}.{name:Identifier} FINAL',
        { name },
      )
      return [name, row?.n] as const
    })
    return Object.fromEntries(await Promise.all(tables))
  }
  const before = await counts()
  await completeViews(database, { underWayMs: Date.now() - 60_000 })
  expect(await counts()).toEqual(before)
})
