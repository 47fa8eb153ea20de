import { execFile } from 'node:child_process'
import { join } from 'node:path'

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
