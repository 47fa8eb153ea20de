import { createHash, randomBytes } from 'node:crypto'
import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client'

export interface SqlUserOptions {
  readonly url: string
  /** A user that may create users. */
  readonly user: string
  readonly password: string
  /** @default 'otel' */
  readonly database?: string
  /** Name of a ClickHouse cluster; '' for a single node. */
  readonly cluster: string
  readonly name: string
  /** Nobody is authenticated as the user from then on. Unix milliseconds. */
  readonly untilMs: number
}

/** Thrown by {@link createSqlUser}; the message is one sentence that says what to do. */
export class SqlUserError extends Error {
  override readonly name = 'SqlUserError'
}

/** Letters, digits and `_`, not beginning with a digit, so that it needs no quotes; and none of the users that Errata and ClickHouse have. */
export const isSqlUserName = (name: string): boolean =>
  /^[a-z]\w{0,39}$/i.test(name) && !/^(errata_.*|default)$/i.test(name)

/** @throws {SqlUserError} If it is none of {@link isSqlUserName}. */
export function refuseSqlUserName(name: string): void {
  if (isSqlUserName(name)) return
  throw new SqlUserError(
    `${name} cannot be the name of a SQL user: 1 to 40 letters, digits and _, beginning with a letter, not default and not errata_…`,
  )
}

/**
 * Creates a ClickHouse user who reads the database until a time, with the limits of the profile `errata_reading` (store/README.md). A user of
 * this name is never changed.
 *
 * @returns its password, of which ClickHouse keeps a hash
 * @throws {SqlUserError} If the name is no good or taken, or the database refuses.
 */
export async function createSqlUser(options: SqlUserOptions): Promise<string> {
  const { url, user, password, database = 'otel', cluster, name, untilMs } = options
  refuseSqlUserName(name)
  const secret = randomBytes(24).toString('base64url')
  // Statements about users take no parameters in every place: what is inserted is a name as above, hexadecimal digits and a time.
  const on = cluster === '' ? '' : ` ON CLUSTER \`${cluster}\``
  const hash = createHash('sha256').update(secret).digest('hex')
  const until = `${new Date(untilMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const client = createClient({ url, username: user, password, log: { level: ClickHouseLogLevel.OFF } })
  const run = (query: string) => client.command({ query })
  try {
    await run(
      `CREATE USER \`${name}\`${on} IDENTIFIED WITH sha256_hash BY '${hash}' VALID UNTIL '${until}' SETTINGS PROFILE 'errata_reading'`,
    )
    // A user without grants would be left, of whom nobody knows the password.
    await run(`GRANT${on} SELECT, SHOW ON \`${database}\`.* TO \`${name}\``).catch(async error => {
      await run(`DROP USER IF EXISTS \`${name}\`${on}`)
      throw error
    })
    return secret
  } catch (error) {
    throw new SqlUserError(explain(error, { url, user, name }), { cause: error })
  } finally {
    await client.close()
  }
}

function explain(error: unknown, { url, user, name }: Pick<SqlUserOptions, 'url' | 'user' | 'name'>): string {
  if (!(error instanceof ClickHouseError)) return `The database does not answer at ${url}: start it first.`
  switch (error.code) {
    case '493': // ACCESS_ENTITY_ALREADY_EXISTS
      return `The database has a user ${name} already: choose another name, or DROP USER ${name} first.`
    case '180': // THERE_IS_NO_PROFILE
      return 'The database has no profile errata_reading: create it as store/README.md has it.'
    case '497': // ACCESS_DENIED
      return `CLICKHOUSE_USER=${user} may not create users who read the database: run this command with a user that may.`
    case '514': // ACCESS_STORAGE_FOR_INSERTION_NOT_FOUND
      return 'The database keeps its users in a file, and SQL cannot create any: add local_directory to its user_directories.'
    default:
      return `The database refused: ${error.message}`
  }
}
