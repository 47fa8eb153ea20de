import type { Config } from '../config.ts'
import { runProcess } from './run-process.ts'

/**
 * Runs collector/ to find, download or build a Collector, with progress on the console.
 *
 * @returns The path of the binary.
 * @throws {StartError} If there is none.
 */
export async function obtainCollector(root: string, config: Config, signal: AbortSignal): Promise<string> {
  const env = { ...process.env, ERRATA_OTELCOL: config.otelcol.binary }
  const printed = await runProcess(['collector/main.ts'], { cwd: root, env, showProgress: true, signal })
  return printed.trim().split('\n').at(-1) ?? ''
}
