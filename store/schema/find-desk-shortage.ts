import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client'

/** A desk opens so many connections (store.ts), each for one query. */
export const CONNECTIONS_PER_DESK = 16

interface DeskUser {
  readonly url: string
  readonly user: string
  readonly password: string
}

const USER_LIMITS =
  "SELECT name, toFloat64OrZero(value) AS most FROM system.settings WHERE name IN ('max_concurrent_queries_for_user', 'max_concurrent_queries_for_all_users', 'max_sessions_for_user') ORDER BY name"
/** Needs a grant that the desk may be without; then these are not checked. */
const SERVER_LIMITS =
  "SELECT name, toFloat64OrZero(value) AS most FROM system.server_settings WHERE name IN ('max_concurrent_queries', 'max_concurrent_select_queries') ORDER BY name"
const ACCESS_DENIED = '497'

interface Limit {
  readonly name: string
  /** 0 for none. */
  readonly most: number
}

/**
 * Finds out whether ClickHouse lets the desk's user run as many queries at once as one desk has connections.
 *
 * @returns A sentence about the lowest limit below that, or about why it cannot be told; `undefined` if nothing is wrong.
 */
export async function findDeskShortage({ url, user, password }: DeskUser): Promise<string | undefined> {
  const log = { level: ClickHouseLogLevel.OFF }
  const client = createClient({ url, username: user, password, application: 'errata-schema', log })
  const ask = async (query: string) => (await client.query({ query, format: 'JSONEachRow' })).json<Limit>()
  try {
    const limits = await ask(USER_LIMITS)
    const ofServer = await ask(SERVER_LIMITS).catch(error => {
      if (error instanceof ClickHouseError && error.code === ACCESS_DENIED) return []
      throw error
    })
    const [lowest] = [...limits, ...ofServer]
      .filter(({ most }) => most > 0 && most < CONNECTIONS_PER_DESK)
      .toSorted((one, other) => one.most - other.most)
    return lowest === undefined
      ? undefined
      : `${user} may run ${lowest.most} queries at once (${lowest.name}), but each desk opens ${CONNECTIONS_PER_DESK} connections, and pages would answer 503: raise it to twice that for each desk, as in store/README.md.`
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim() : String(error)
    return `How many queries the desk's user ${user} may run at once cannot be told: ${reason}`
  } finally {
    await client.close()
  }
}
