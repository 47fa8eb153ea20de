import type { Config } from '../../config.ts'
import { createSqlUser, refuseSqlUserName } from '../../store/accounts/create-sql-user.ts'
import { DAY_MS } from '../../store/time-units.ts'
import type { Access, AccountAccess } from './access.server.ts'
import { SecretKeyError } from './account-log.server.ts'
import type { Accounts } from './derive-accounts.ts'
import { makeSecret } from './seal.server.ts'
import { invite, passwordPersonId } from './sign-in.server.ts'
import { isTokenScope, refuseToken, TOKEN_SCOPES } from './token-scopes.ts'
import { createToken, ROLES_OF_SCOPES } from './tokens.server.ts'

/** What whoever has the machine may do without signing in: the commands of server/accounts/. */
export interface OwnerCommands {
  /**
   * Makes an administrator, whoever has administered before.
   *
   * @param options.email of a person who becomes an administrator and gets a new password; '' for a new account
   * @param options.forgetAccounts begins anew if the accounts were written with a key that is lost
   * @returns a link that can be used once, within 24 hours
   * @throws {OwnerCommandError} If nobody signs in by password here, the key is another one, or there is no such person.
   */
  resetAdmin(options: { readonly email: string; readonly forgetAccounts: boolean }): Promise<string>
  /**
   * Creates a ClickHouse user for a person who queries by hand, and records it where people sign in.
   *
   * @returns its password
   * @throws {SqlUserError} As {@link createSqlUser}.
   */
  createSqlUser(user: { readonly name: string; readonly untilMs: number }): Promise<string>
  /**
   * Records a user of the embedded engine, which the supervisor makes.
   *
   * @returns the password that it shall have
   * @throws {SqlUserError} If the name is no good.
   */
  recordSqlUser(user: { readonly name: string; readonly untilMs: number }): Promise<string>
  /**
   * Makes a token that nobody owns, for a program.
   *
   * @returns its text, which nobody sees again
   * @throws {OwnerCommandError} If nobody signs in, or there is no such scope.
   */
  createToken(token: { readonly name: string; readonly scope: string; readonly days: number }): Promise<string>
  /** All tokens that were not ended, newest first. @throws {OwnerCommandError} If nobody signs in. */
  listTokens(): Promise<readonly ListedToken[]>
  /** @throws {OwnerCommandError} If nobody signs in, or there is no such token. */
  endToken(id: string): Promise<void>
}

/** A token without its secret. */
export interface ListedToken {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  /** Name of the owner; '' for a token that nobody owns. */
  readonly owner: string
  readonly untilMs: number
  /** To the hour; `undefined` if never. */
  readonly usedMs: number | undefined
}

/** The message is one sentence that says what to do. */
export class OwnerCommandError extends Error {
  override readonly name = 'OwnerCommandError'
}

export function createOwnerCommands({
  access,
  clickhouse,
}: {
  readonly access: Access
  readonly clickhouse: Config['clickhouse']
}): OwnerCommands {
  const recordSqlUser = async ({ name, untilMs }: { name: string; untilMs: number }) => {
    if (access.mode === 'none') return
    await access.log.record({ subject: `sql-user ${name}`, what: 'sql-user', content: { by: '', name, untilMs } })
  }
  return {
    async resetAdmin({ email, forgetAccounts }) {
      if (access.mode !== 'password' && access.mode !== 'oidc') {
        throw new OwnerCommandError(
          access.mode === 'none'
            ? 'ERRATA_LOGIN is none, so nobody has to sign in: give this command the settings of the desk.'
            : 'ERRATA_LOGIN is proxy: the members of ERRATA_ADMIN_GROUPS are administrators.',
        )
      }
      const accounts = await readAccounts(access, forgetAccounts)
      if (email === '') return invite(access, { by: '', role: 'admin' })
      const person = accounts.people.get(passwordPersonId(access, accounts, email))
      if (person === undefined) {
        throw new OwnerCommandError(`Nobody signs in as ${email} by password: leave --email out for a new account.`)
      }
      await access.log.record(
        { subject: person.id, what: 'role', content: { by: '', role: 'admin' } },
        { subject: person.id, what: 'disabled', content: { by: '', disabled: false } },
      )
      return invite(access, { by: '', role: 'admin', person: person.id })
    },
    async createSqlUser({ name, untilMs }) {
      const password = await createSqlUser({ ...clickhouse, name, untilMs })
      // If this fails, nobody is told the password.
      await recordSqlUser({ name, untilMs })
      return password
    },
    async recordSqlUser({ name, untilMs }) {
      refuseSqlUserName(name)
      await recordSqlUser({ name, untilMs })
      return makeSecret()
    },
    async createToken({ name, scope, days }) {
      const { log } = requireTokens(access)
      const refused = isTokenScope(scope)
        ? refuseToken({ name, days })
        : `There is no scope "${scope}": one of ${Object.keys(TOKEN_SCOPES).join(', ')}.`
      if (refused !== undefined || !isTokenScope(scope)) throw new OwnerCommandError(refused ?? '')
      const role = ROLES_OF_SCOPES[scope]
      return createToken(log, {
        ...{ by: '', owner: '', name, role, scopes: [scope] },
        untilMs: Date.now() + days * DAY_MS,
      })
    },
    async listTokens() {
      const { people, tokens } = await readAccounts(requireTokens(access), false)
      return [...tokens.values()]
        .toSorted((one, other) => other.madeMs - one.madeMs || (one.id < other.id ? -1 : 1))
        .map(({ owner, id, name, scopes, untilMs, usedMs }) => ({
          ...{ id, name, scopes, untilMs, usedMs },
          owner: owner === '' ? '' : (people.get(owner)?.name ?? 'a removed person'),
        }))
    },
    async endToken(id) {
      const accounts = requireTokens(access)
      const { tokens } = await readAccounts(accounts, false)
      if (!tokens.has(id)) throw new OwnerCommandError(`There is no token ${id}: npx errata token list has all.`)
      await accounts.log.record({ subject: id, what: 'token-ended', content: { by: '' } })
    },
  }
}

function requireTokens(access: Access): AccountAccess {
  if (access.mode !== 'none') return access
  throw new OwnerCommandError('ERRATA_LOGIN is none, so that no token is needed, and there is none.')
}

async function readAccounts({ log }: AccountAccess, forgetAccounts: boolean): Promise<Accounts> {
  try {
    return await log.readAgain()
  } catch (error) {
    if (!(error instanceof SecretKeyError)) throw error
    if (!forgetAccounts) {
      throw new OwnerCommandError(
        `${error.message}. If that key is lost, --forget-accounts begins anew without the accounts of other keys.`,
        { cause: error },
      )
    }
    return log.forgetForeign()
  }
}
