import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/**
 * A lock of the kernel on a file, by way of SQLite, because Node has none of its own: of all who come at the same moment one gets it,
 * and it ends with its process, however that ends. So there is no stale lock to tell from a held one, and none to take over.
 *
 * @returns `undefined` while another process holds it.
 */
export function takeLock(file: string): Disposable | undefined {
  // Two who come at once may hinder each other for a moment; who still finds it taken after this time finds a holder.
  const database = new DatabaseSync(file, { timeout: 300 })
  try {
    database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw error
  }
  return { [Symbol.dispose]: () => database.close() }
}
