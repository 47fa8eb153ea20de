import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applySchema } from './apply-schema.ts'
import { startEngine, type TestEngine } from './start-engine.ts'

/** The data folder of an engine with the schema, if the run has created one. */
const READY_STORE = 'ERRATA_TEST_READY_STORE'

/**
 * Before all specs: creates the schema once. That takes four seconds of a core, more than anything else that a spec starts, and about sixty
 * specs need it; the tests of store/schema/ and e2e/stack/ create it themselves.
 *
 * @returns A function that removes it.
 */
export default async function makeReadyStore(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'errata-ready-'))
  const engine = await startEngine({ dataDir })
  await applySchema(engine)
  await engine.stop()
  process.env[READY_STORE] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}

/**
 * Copies the prepared database to the data folder of an engine.
 *
 * @returns false if the run has created none
 */
export async function copyReadyStore(dataDir: string): Promise<boolean> {
  const ready = process.env[READY_STORE]
  if (ready === undefined) return false
  await cp(ready, dataDir, { recursive: true, verbatimSymlinks: true })
  return true
}

/** Keeps only the views for exceptions and their issues, for tests that read no lists: inserts into all views take five times as long. */
export async function keepExceptionsOnly({ send }: TestEngine): Promise<void> {
  const views = await send({
    body: `SELECT arrayStringConcat(groupArray('otel.' || name), ', ') FROM system.tables
      WHERE database = 'otel' AND engine = 'MaterializedView' AND NOT startsWith(name, 'exceptions_') AND name != 'issues_of_exceptions'`,
  })
  const { status, text } = await send({ body: `DROP TABLE ${views.text}` })
  if (status !== 200) throw new Error(text)
}

/** Starts an engine with the schema, in a new folder or in the given one, which is kept. */
export async function startReadyEngine(options: { readonly dataDir?: string } = {}): Promise<TestEngine> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'errata-engine-')))
  const ready = await copyReadyStore(dataDir)
  const engine = await startEngine({ dataDir })
  if (!ready) await applySchema(engine)
  return {
    ...engine,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
