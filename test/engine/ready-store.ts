import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applySchema } from './apply-schema.ts'
import { startEngine, type TestEngine } from './start-engine.ts'

/** Names the data folder of an engine that has the schema, where the run has made one. */
const READY_STORE = 'ERRATA_TEST_READY_STORE'

/**
 * Before all specs: makes the schema once. To make it takes four seconds of a core, more than anything else that a spec of the pipeline
 * starts, and some sixty of them need it; the tests of store/schema/ and e2e/stack/ make it anew.
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
 * Copies the store that has the schema to where an engine will look for its data.
 *
 * @returns false where the run has made none
 */
export async function copyReadyStore(dataDir: string): Promise<boolean> {
  const ready = process.env[READY_STORE]
  if (ready === undefined) return false
  await cp(ready, dataDir, { recursive: true, verbatimSymlinks: true })
  return true
}

/**
 * Keeps only the views for exceptions and their issues, for tests that read no lists: an insert into all views takes the engine five times as
 * long.
 */
export async function keepExceptionsOnly({ send }: TestEngine): Promise<void> {
  const views = await send({
    body: `SELECT arrayStringConcat(groupArray('otel.' || name), ', ') FROM system.tables
      WHERE database = 'otel' AND engine = 'MaterializedView' AND NOT startsWith(name, 'exceptions_') AND name != 'issues_of_exceptions'`,
  })
  const { status, text } = await send({ body: `DROP TABLE ${views.text}` })
  if (status !== 200) throw new Error(text)
}

/** Starts an engine with the schema, in a new folder or in the given one, which stays. */
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
