import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { readRecord } from './lock-data-dir.ts'
import { makeFolder } from './make-folder.ts'
import { isProcessRunning } from './process-record.ts'
import { engineDir } from './processes.ts'
import { StartError } from './start-error.ts'

/** A person who queries the embedded engine by hand: what `sql-user … --for-engine` of server/accounts/main.ts prints. */
export const engineSqlUser = z.object({ name: z.string(), password: z.string(), untilMs: z.number() })
export type EngineSqlUser = z.infer<typeof engineSqlUser>

const RESTART_DEADLINE_MS = 60_000

/**
 * Gives the embedded engine a user, in a file that it reads at its start (engine/sql-users.ts). An engine that runs is started again by its
 * supervisor, for about a second.
 *
 * @returns whether the engine runs with the user now; otherwise it will from its next start on
 * @throws {StartError} If the name is taken by a user whose time is not over, or the engine does not come back.
 */
export async function addEngineSqlUser(config: Config, user: EngineSqlUser): Promise<boolean> {
  const folder = join(engineDir(config), 'sql-users')
  makeFolder(folder, 0o700)
  const file = join(folder, `${user.name}.json`)
  refuseTaken(file, user.name)
  writeFileSync(file, JSON.stringify({ password: user.password, untilMs: user.untilMs }), { mode: 0o600, flush: true })
  const engine = readRecord(join(config.dataDir, 'stack.json'))?.children.find(({ name }) => name === 'engine')
  if (engine === undefined || !isProcessRunning(engine)) return false
  process.kill(engine.pid, 'SIGTERM')
  const deadlineMs = performance.now() + RESTART_DEADLINE_MS
  while (!(await canLogIn(config.clickhouse.url, user))) {
    if (performance.now() > deadlineMs)
      throw new StartError('The engine did not start again with the new user: see engine.log in the data folder.')
    await wait(200)
  }
  return true
}

/** @throws {StartError} If a user has the name, and their time is not over. */
export function refuseTaken(file: string, name: string): void {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw error
  }
  const untilMs = /"untilMs":\s*(\d+)/.exec(text)?.[1]
  if (untilMs === undefined || Date.now() < Number(untilMs))
    throw new StartError(`There is a SQL user ${name} already: choose another name, or remove ${file}.`)
}

async function canLogIn(url: string, { name, password }: EngineSqlUser): Promise<boolean> {
  const headers = { 'x-clickhouse-user': name, 'x-clickhouse-key': password }
  try {
    const response = await fetch(url, { method: 'POST', body: 'SELECT 1', headers })
    await response.body?.cancel()
    return response.ok
  } catch (error) {
    if (error instanceof TypeError) return false // It is being started.
    throw error
  }
}
