import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { type ServerUser, serverUsersXml } from '../../engine/server-users.ts'

/**
 * `node deploy/compose/make-secrets.ts [FOLDER]` makes what compose.yaml and Kubernetes need of secrets: passwords of the database's users, one
 * a file without a line break, the file of users.d that has their hashes, and the desks' key. What is there stays, so that it may run again.
 * Everybody's files may be read, because each container has a user of its own; the folder may be entered by its owner alone.
 */
const folder = argv[2] ?? join(import.meta.dirname, 'secrets')
mkdirSync(folder, { recursive: true, mode: 0o700 })
chmodSync(folder, 0o700)

const passwords = Object.fromEntries(
  (['errata_desk', 'errata_collector', 'errata_schema', 'errata_maps', 'errata_reader'] satisfies ServerUser[]).map(
    name => [name, readOrMake(name)],
  ),
)
readOrMake('secret-key')
const users = join(folder, 'clickhouse-users.xml')
// In place: a file that is mounted alone is followed by no other of its name.
writeFileSync(users, serverUsersXml(passwords), { mode: 0o644 })
process.stdout.write(`${folder} has the passwords, secret-key and clickhouse-users.xml.\n`)

function readOrMake(name: string): string {
  const file = join(folder, name)
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o444, flag: 'wx', flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const text = readFileSync(file, 'utf8')
  if (/\s$/.test(text) || text === '')
    throw new Error(`${file} is empty or ends with a line break, which the Collector would take for a part of it.`)
  return text
}
