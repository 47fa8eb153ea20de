import { createHmac } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { runProcess } from '../run-process.ts'
import { readOrMakeSecrets } from '../secret-key.ts'
import { StartError } from '../start-error.ts'
import { type CommandContext, formatRows, formatTime } from './command-context.ts'
import { withDatabase } from './engines.ts'

const erased = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.number() })),
  goneMinutes: z.number(),
})
type Erased = z.infer<typeof erased>

/**
 * `npx errata erase --user ID`: removes a person's telemetry, after it was confirmed on the terminal or by `--yes`, and records in
 * `erasures.ndjson` of the data folder when it did so: not whom, but a mark by which the same id is recognised.
 *
 * @returns what to print
 * @throws {StartError} If it is not confirmed, or fails. It may be repeated.
 */
export async function erase(context: CommandContext, user: string, isConfirmed: boolean): Promise<string> {
  const { root, config } = context
  return await withDatabase(context, async env => {
    const run = async (...args: string[]) => {
      const argv = ['store/schema/erase/main.ts', '--user', user, ...args]
      return erased.parse(JSON.parse(await runProcess(argv, { cwd: root, env: { ...process.env, ...env } })))
    }
    if (!isConfirmed) {
      const found = await run('--count')
      if (found.tables.length === 0) return `Nothing is stored of user ${user}.`
      await confirm(`${describe(found)}\nRemove all of it? It cannot be undone. [y/N] `)
    }
    const { tables, goneMinutes } = await run()
    const atMs = Date.now()
    record(config, { user, atMs, tables })
    if (tables.length === 0) return `Nothing is stored of user ${user}.`
    return [
      describe({ tables, goneMinutes }),
      `removed at ${formatTime(atMs)}; gone from the disk by ${formatTime(atMs + goneMinutes * 60_000)}`,
      'Counts without the person stay, as do titles of issues, alerts that were sent, and older backups. What arrives from now on is stored.',
    ].join('\n')
  })
}

const describe = ({ tables }: Erased) =>
  tables.map(({ name, rows }) => `  ${name.padEnd(36)} ${formatRows(rows).padStart(14)} rows`).join('\n')

async function confirm(question: string): Promise<void> {
  if (stdin.isTTY !== true) throw new StartError('No terminal to ask: add --yes to remove the telemetry of this user.')
  const terminal = createInterface({ input: stdin, output: stdout })
  const answer = await terminal.question(question)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new StartError('Nothing was removed.')
}

/** Called before anything is printed. */
function record(
  config: Config,
  { user, atMs, tables }: { user: string; atMs: number; tables: Erased['tables'] },
): void {
  const mark = createHmac('sha256', readOrMakeSecrets(config)[0])
    .update(`erased user ${user}`)
    .digest('hex')
    .slice(0, 32)
  const rows = Object.fromEntries(tables.map(table => [table.name, table.rows]))
  const line = JSON.stringify({ at: new Date(atMs).toISOString(), userMark: mark, rows })
  appendFileSync(join(config.dataDir, 'erasures.ndjson'), `${line}\n`, { mode: 0o600, flush: true })
}
