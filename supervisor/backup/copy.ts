import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { lockDataDir } from '../lock-data-dir.ts'
import { StartError } from '../start-error.ts'
import { type CommandContext, formatRows } from './command-context.ts'
import { engineArgs, startEngine, withDatabase } from './engines.ts'

const copied = z.array(z.object({ name: z.string(), rows: z.number() }))

/**
 * `npx errata copy FOLDER`: copies what an older version, such as 0.2, stored in that data folder into the database of the settings, which
 * may be in use.
 *
 * @returns what to print
 * @throws {StartError} If it fails. What was copied until then stays, and the command may be repeated.
 */
export async function copyOlder(context: CommandContext, folder: string): Promise<string> {
  const { root, config, run } = context
  const engine = join(folder, 'engine')
  if (!existsSync(join(engine, 'chdb')))
    throw new StartError(`${folder} is no data folder of Errata: it has no engine/chdb.`)
  if (resolve(folder) === resolve(config.dataDir)) {
    throw new StartError(
      `${folder} is the data folder in use: move it away, run npm start, and copy from where it is then.`,
    )
  }
  const lock = await lockDataDir(folder)
  try {
    await using older = await startEngine(root, config, engine)
    return await withDatabase(context, async env => describe(await run(['copy', ...engineArgs(older)], env)))
  } finally {
    lock.release()
  }
}

function describe(answer: unknown): string {
  const tables = copied.parse(answer)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `copied ${formatRows(rows)} rows of ${tables.length} tables; what is older than the retention is removed again`
}
