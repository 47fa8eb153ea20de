import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * Reads settings that the environment does not have from `.env` beside this file, or from the file that `ERRATA_ENV_FILE` names. Empty, it
 * is no file: tests and benchmarks do not depend on somebody's settings.
 */
export function loadEnvFile(): void {
  const name = process.env['ERRATA_ENV_FILE'] ?? '.env'
  const path = resolve(import.meta.dirname, '..', name)
  if (name !== '' && existsSync(path)) process.loadEnvFile(path)
}
