import type { Config } from '../config.ts'
import { clickhouseEnv, type Places } from './processes.ts'
import { runProcess } from './run-process.ts'

/**
 * Brings the database to the schema of this version.
 *
 * @throws {StartError} When the store refuses it, or was written by a newer version.
 */
export async function runSchema(config: Config, { root }: Places): Promise<void> {
  await runProcess(['store/schema/main.ts'], { cwd: root, env: { ...process.env, ...clickhouseEnv(config) } })
}
