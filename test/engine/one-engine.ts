import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEngine } from './start-engine.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The engine that the contract tests share, and a folder whose file names are its free databases. */
    engine: { readonly url: string; readonly dataDir: string; readonly freeDatabases: string }
  }
}

/** One engine for all test files of a run: each has its own databases, because starting an engine takes longer than most tests. */
export default async function startOneEngine(project: TestProject): Promise<() => Promise<void>> {
  const engine = await startEngine({ args: ['--database', 'test_*'] })
  const freeDatabases = await mkdtemp(join(tmpdir(), 'errata-databases-'))
  project.provide('engine', { url: engine.url, dataDir: engine.dataDir, freeDatabases })
  return async () => {
    await engine[Symbol.asyncDispose]()
    await rm(freeDatabases, { recursive: true, force: true })
  }
}
