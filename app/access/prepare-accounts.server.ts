import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { TABLES } from '../../store/schema/tables/table-names.ts'
import { StoreError } from '../../store/store-error.ts'
import type { Access, AccountAccess } from './access.server.ts'
import { administersByPassword } from './derive-accounts.ts'
import { findPasswordFault, hashPassword } from './passwords.server.ts'
import { invite, newPerson, passwordPersonId } from './sign-in.server.ts'

const RETRY_MS = 2_000

/**
 * Makes the administrator of `ERRATA_ADMIN_EMAIL`; without that setting, and as long as nobody administers a desk where people sign in by
 * password, prints a link that makes the first administrator. Waits for the database and its schema.
 *
 * @throws {SecretKeyError} If the accounts were written with another secret key: this desk must not run.
 */
export async function prepareAccounts(
  access: Access,
  stop: AbortSignal,
  // Not by the console, whose lines are telemetry: the link has a secret.
  print: (line: string) => void = line => void process.stdout.write(`${line}\n`),
): Promise<void> {
  if (access.mode === 'none') return
  let toldGrant = false
  while (!stop.aborted) {
    try {
      if (access.login.admin.email !== '') await makeAdmin(access)
      else if (access.mode === 'password') await offerFirstAccount(access, print)
      else await access.log.readNow()
      return
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      if (error.kind === 'denied' && !toldGrant) {
        toldGrant = true
        print(
          `Accounts cannot be written: GRANT INSERT ON otel.${TABLES.accountEvents} TO the user of this desk (store/README.md).`,
        )
      }
      await wait(RETRY_MS, undefined, { ref: false, signal: stop }).catch(() => undefined)
    }
  }
}

async function makeAdmin(access: AccountAccess): Promise<void> {
  const { email, passwordFile } = access.login.admin
  const password = readPassword(passwordFile, email)
  const accounts = await access.log.readNow()
  const id = passwordPersonId(access, accounts, email)
  const known = accounts.people.get(id)
  // From then on the account is theirs: what they changed since stays.
  if (known?.role === 'admin' && known.passwordHash !== '') return
  const [name = email] = email.split('@')
  await access.log.record(
    ...(known === undefined ? newPerson({ id, name, email, by: '', role: 'admin' }) : []),
    { subject: id, what: 'role', content: { by: '', role: 'admin' } },
    { subject: id, what: 'password', content: { by: '', hash: await hashPassword(password) } },
    // Nobody has proved that the address is theirs: whoever had it must not become administrator by an open session.
    { subject: id, what: 'signed-out-everywhere', content: { by: '' } },
  )
}

/** @throws {Error} With one sentence, for a file that cannot be read and a password that nobody may have. */
function readPassword(file: string, email: string): string {
  let password: string
  try {
    password = readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new Error(
      `ERRATA_ADMIN_PASSWORD_FILE=${file} cannot be read: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
  }
  const fault = findPasswordFault(password, { email, name: '' })
  if (fault !== undefined) throw new Error(`The password in ERRATA_ADMIN_PASSWORD_FILE=${file} is refused. ${fault}`)
  return password
}

async function offerFirstAccount(access: AccountAccess, print: (line: string) => void): Promise<void> {
  const { people } = await access.log.readNow()
  if (people.values().some(administersByPassword)) return
  print(`First account: open ${await invite(access, { by: '', role: 'admin' })} within 24 hours.`)
}
