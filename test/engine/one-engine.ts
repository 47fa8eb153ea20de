import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEngine } from './start-engine.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the engine that the contract tests share, and a folder that names its databases which are free to use. */
    engine: { readonly url: string; readonly dataDir: string; readonly freeDatabases: string }
  }
}

/** One engine for all files of a run: each has databases of its own, and to start one takes longer than most of them. */
export default async function startOneEngine(project: TestProject): Promise<() => Promise<void>> {
  const engine = await startEngine({ args: ['--database', 'test_*'] })
  const freeDatabases = await mkdtemp(join(tmpdir(), 'errata-databases-'))
  project.provide('engine', { url: engine.url, dataDir: engine.dataDir, freeDatabases })
  return async () => {
    await engine[Symbol.asyncDispose]()
    await rm(freeDatabases, { recursive: true, force: true })
  }
}
