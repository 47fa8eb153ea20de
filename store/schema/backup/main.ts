import { join } from 'node:path'
import { env } from 'node:process'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { readConfig } from '../../../config.ts'
import { applySchema, SchemaError } from '../apply-schema.ts'
import { ArchiveError, readArchive, unpackArchive } from '../archive/archive.ts'
import { BackupError, type DatabaseLogin, openDatabase } from '../archive/database.ts'
import { moveArchive } from '../archive/move-archive.ts'
import { backupsOf, type EngineLocation, ownerOf, takeBackup } from '../archive/take-backup.ts'
import { readFurtherNames } from '../read-further-names.ts'
import { checkArchive } from './check-archive.ts'
import { copyOlderDatabase } from './copy-older-database.ts'
import { fetchDatabase, sendDatabase } from './move-database.ts'
import { completeViews, restoreBackup } from './restore-backup.ts'

/**
 * The parts of `npx errata backup`, `restore` and `copy` that ask a database; the supervisor starts the engines for them, and moves the
 * files. The database of the settings is a server, or the embedded engine of the data folder.
 *
 *   take FILE       backs up the database of an engine into FILE
 *   check FILE      tells whether it can be restored here, and into a server by this user
 *   restore NAME    restores a file in the engine's folder for backups, and brings it to this schema
 *   fetch           copies a server's database into the engine
 *   send            copies the engine's database into a server's
 *   copy            copies what an older version stored in the engine into the database of the settings
 *
 * Prints one line of JSON; progress goes to stderr.
 */
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      engine: { type: 'string', default: '' },
      'engine-dir': { type: 'string', default: '' },
      'with-key': { type: 'boolean', default: false },
      'without-key': { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      'taken-ms': { type: 'string' },
    },
  })
  const [what = '', file = ''] = positionals
  const engine: EngineLocation = { url: values.engine, engineDir: values['engine-dir'] }
  const work = { take, check, restore, fetch: fetchAll, send, copy }[what]
  if (work === undefined) throw new BackupError(`There is no command ${what}.`)
  const takenMs = values['taken-ms'] === undefined ? undefined : Number(values['taken-ms'])
  const given = {
    file,
    withKey: values['with-key'],
    withoutKey: values['without-key'],
    replace: values.replace,
    takenMs,
  }
  process.stdout.write(`${JSON.stringify(await work(engine, given))}\n`)
} catch (error) {
  const isExpected = error instanceof BackupError || error instanceof ArchiveError || error instanceof SchemaError
  process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
}

interface Given {
  readonly file: string
  readonly withKey: boolean
  readonly withoutKey: boolean
  readonly replace: boolean
  readonly takenMs: number | undefined
}

async function take(engine: EngineLocation, { file, withKey, takenMs }: Given) {
  await using database = openDatabase(ownerOf(engine))
  const { path, notes } = await takeBackup(database, engine, { withKey, takenMs })
  moveArchive(path, file)
  return { takenMs: notes.takenMs, rows: sumOf(notes.rows), keyMark: notes.keyMark }
}

async function check(_: EngineLocation, { file, withoutKey }: Given) {
  const { takenMs, rows, secretKey } = checkArchive(readArchive(file), { file, withoutKey })
  if (!readConfig(env).clickhouse.embedded) await refuseReader(ofSettings())
  return { takenMs, rows: sumOf(rows), secretKey }
}

async function restore(engine: EngineLocation, { file }: Given) {
  const archive = join(backupsOf(engine), file)
  const notes = readArchive(archive)
  unpackArchive(archive, join(backupsOf(engine), 'unpacked'))
  const login = ownerOf(engine)
  await using database = openDatabase(login)
  const rows = await restoreBackup(database, 'unpacked', notes)
  await bringToSchema(login)
  await completeViews(database, notes)
  return { takenMs: notes.takenMs, rows, of: sumOf(notes.rows) }
}

async function fetchAll(engine: EngineLocation) {
  const login = ownerOf(engine)
  await bringToSchema(login)
  await using server = openDatabase(ofSettings())
  await using database = openDatabase(login)
  return await fetchDatabase(server, database, tell)
}

async function send(engine: EngineLocation, { replace }: Given) {
  await using server = openDatabase(ofSettings())
  await using database = openDatabase(ownerOf(engine))
  return await sendDatabase(database, server, { replace, tell, bringToSchema: () => bringToSchema(ofSettings()) })
}

async function copy(engine: EngineLocation) {
  await using older = openDatabase(ownerOf(engine))
  await using database = openDatabase(ofSettings())
  return await copyOlderDatabase(older, database, tell)
}

function ofSettings(): DatabaseLogin {
  const { url, user, password, cluster } = readConfig(env).clickhouse
  if (cluster !== '') {
    throw new BackupError(
      'ERRATA_CLICKHOUSE_CLUSTER is set: a cluster is backed up by BACKUP … ON CLUSTER, and filled as store/README.md says under "From one node to a cluster".',
    )
  }
  return { url, user, password }
}

/** Now, not when hours later the rows are to be sent. @throws {BackupError} If the user may not fill the database. */
async function refuseReader(login: DatabaseLogin): Promise<void> {
  await using server = openDatabase(login)
  // It takes neither parameters nor a format.
  const answer = await server.read('CHECK GRANT CREATE DATABASE, CREATE TABLE, CREATE VIEW, INSERT ON otel.*')
  if ((await text(answer)).trim() === '1') return
  throw new BackupError(
    `${login.user} may not create the tables of database ${server.name}: restore as the user of the schema job, by ERRATA_CLICKHOUSE_SCHEMA_USER and its password.`,
  )
}

async function bringToSchema({ url, user, password }: DatabaseLogin): Promise<void> {
  const { retentionDays, conventions } = readConfig(env)
  await applySchema({ url, user, password, retentionDays, furtherNames: readFurtherNames(conventions) })
}

function tell({ name, rows }: { readonly name: string; readonly rows: number }): void {
  process.stderr.write(`  ${name.padEnd(36)} ${rows.toLocaleString('en').padStart(14)} rows\n`)
}

function sumOf(rows: Readonly<Record<string, number>>): number {
  return Object.values(rows).reduce((sum, n) => sum + n, 0)
}
