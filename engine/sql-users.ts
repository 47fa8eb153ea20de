import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** A person who queries by hand, with a user of their own. */
export interface SqlUser {
  readonly name: string
  readonly password: string
  /** Unix milliseconds. */
  readonly untilMs: number
}

/** As `npx errata sql-user` writes them (supervisor/engine-sql-user.ts), `<name>.json`. */
const content = z.object({ password: z.string().min(16), untilMs: z.number().int().positive() })

/**
 * Reads the users of people from `sql-users/`, without those whose time is over. ClickHouse reads its users once, at the start of the
 * engine, and knows no end of a user from this configuration: the engine itself ends then ({@link nextEndMs}), and starts without them.
 *
 * @param report is called with a sentence for each file that is no user
 */
export function readSqlUsers(dataDir: string, nowMs: number, report: (fault: string) => void): SqlUser[] {
  const folder = join(dataDir, 'sql-users')
  return listFiles(folder).flatMap(file => {
    const name = file.replace(/\.json$/, '')
    const { data } = content.safeParse(parseFile(join(folder, file)))
    if (data === undefined || !/^[a-z]\w{0,39}$/i.test(name) || /^(errata_.*|default)$/i.test(name)) {
      report(`${join(folder, file)} is no SQL user: remove it`)
      return []
    }
    return nowMs < data.untilMs ? [{ name, ...data }] : []
  })
}

/** When the first of these users ends; `Infinity` without any. Unix milliseconds. */
export const nextEndMs = (users: readonly SqlUser[]): number => Math.min(...users.map(({ untilMs }) => untilMs))

/** None before the first user is made. */
function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter(file => file.endsWith('.json'))
      .sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
