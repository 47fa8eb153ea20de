import type { Config } from '../config.ts'
import { clickhouseEnv, type Places } from './processes.ts'
import { runProcess } from './run-process.ts'

/**
 * Brings the database to the schema of this version.
 *
 * @param stop ends it; what it has done by then is done, and the next start goes on from there.
 * @throws {StartError} When the store refuses it, or was written by a newer version.
 */
export async function runSchema(config: Config, { root }: Places, stop: AbortSignal): Promise<void> {
  await runProcess(['store/schema/main.ts'], {
    cwd: root,
    env: { ...process.env, ...clickhouseEnv(config) },
    signal: stop,
  })
}
