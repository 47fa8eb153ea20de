import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TABLES } from '../../store/schema/tables/table-names.ts'
import { applySchema } from '../engine/apply-schema.ts'
import { startEngine, type TestEngine } from '../engine/start-engine.ts'
import { exceptionRow, logRow, openTestDatabase, spanRow } from '../store/open-test-store.ts'

export interface RunCommand {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs `npx errata …` on a data folder, with these settings. */
export function runErrata(
  args: readonly string[],
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunCommand> {
  const root = join(import.meta.dirname, '../..')
  const env = { ...process.env, CLICKHOUSE_URL: '', ERRATA_DATA_DIR: dataDir, INIT_CWD: dataDir, ...settings }
  return new Promise(resolve => {
    const [command = '', ...rest] = args
    const argv = ['supervisor/backup/main.ts', dataDir, command, ...rest]
    execFile(process.execPath, argv, { cwd: root, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}

export interface BackedUpFolder extends Disposable {
  /** For more folders. */
  readonly folder: string
  readonly dataDir: string
  /** The backup, made while nothing ran. */
  readonly archive: string
  /** The output of the command. */
  readonly printed: string
}

/** The user of the first four of {@link insertRows}. */
export const ANN = 'ann@example.com'
export const SPANS = `SELECT groupArray(SpanName) FROM (SELECT SpanName FROM otel.${TABLES.spans} FINAL ORDER BY SpanName)`
/** The answer to {@link SPANS}. */
export const ALL_SPANS = "['GET /cart','GET /checkout','reserve']"
export const SECRET = 'k'.repeat(40)

/** A data folder with a few rows and a secret key, and a backup of it. */
export async function makeBackedUpFolder(): Promise<BackedUpFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-backup-'))
  const dataDir = join(folder, 'data')
  const archive = join(folder, 'errata.tar')
  const engine = await startEngine({ dataDir: join(dataDir, 'engine') })
  await applySchema(engine)
  await insertRows(engine)
  await engine.stop()
  writeFileSync(join(dataDir, 'secret-key'), `${SECRET}\n`)
  const { code, stdout, stderr } = await runErrata(['backup', archive], dataDir)
  if (code !== 0) throw new Error(stderr)
  return {
    ...{ folder, dataDir, archive, printed: stdout },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

/** Two users: one with a trace of two services, a log record and an exception, one with a span and a log record. */
export async function insertRows(engine: TestEngine): Promise<void> {
  const store = openTestDatabase(engine, 'otel', false)
  const [hers, of] = ['aa'.padEnd(32, '1'), { 'user.id': ANN, 'session.id': 'hers' }]
  await store.insert([
    spanRow({ at: 60_000, traceId: hers, name: 'GET /cart', attributes: of }),
    spanRow({ at: 59_000, traceId: hers, service: 'stock', name: 'reserve' }),
    logRow({ at: 58_000, body: 'cart of Ann', attributes: { 'session.id': 'hers' } }),
    exceptionRow({ at: 57_000, traceId: hers, message: 'no stock' }),
    spanRow({ at: 60_000, name: 'GET /checkout', attributes: { 'user.id': 'bob', 'session.id': 'his' } }),
    logRow({ at: 58_000, body: 'cart of Bob', attributes: { 'session.id': 'his' } }),
  ])
  await store.close()
}

/** Asks an engine on the data folder. */
export async function ask(dir: string, ...queries: readonly string[]): Promise<string[]> {
  const engine = await startEngine({ dataDir: join(dir, 'engine') })
  const answers = []
  for (const body of queries) answers.push((await engine.send({ body })).text.trim())
  await engine.stop()
  return answers
}
