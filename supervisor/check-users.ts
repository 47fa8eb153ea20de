import type { Config } from '../config.ts'
import { TABLES } from '../store/schema/tables/table-names.ts'
import { StartError } from './start-error.ts'

const { spans, logs, sums, gauges, noiseSpans, noiseLogs, issueEvents, accountEvents, deploys } = TABLES
const { alertStatements, alertEvents, alertEvaluations, alertDeliveries } = TABLES
const of = (privilege: string, tables: readonly string[]) => tables.map(table => `${privilege} ON otel.${table}`)
/** The Collector reads the columns of the tables that it writes. */
const COLLECTOR_GRANTS = of('SELECT, INSERT', [spans, logs, sums, gauges, noiseSpans, noiseLogs])
const APP_GRANTS = [
  'SELECT ON otel.*',
  ...of('INSERT', [issueEvents, accountEvents, deploys]),
  ...of('INSERT', [alertStatements, alertEvents, alertEvaluations, alertDeliveries]),
]

/**
 * Checks that the users of a ClickHouse server can log in, and have the grants without which the Collector would try again for a day, and
 * pages would say that access is denied.
 *
 * @throws {StartError} Naming each refused grant with the setting of its user.
 */
export async function checkUsers({ clickhouse }: Config, signal: AbortSignal): Promise<void> {
  const { url, user, password, collector } = clickhouse
  const isOwn = collector.user !== user
  const collectorSetting = isOwn ? 'ERRATA_CLICKHOUSE_COLLECTOR_USER' : 'CLICKHOUSE_USER'
  const faults = [
    ...(await listMissing(url, { user, password }, { setting: 'CLICKHOUSE_USER', grants: APP_GRANTS, signal })),
    ...(await listMissing(url, collector, { setting: collectorSetting, grants: COLLECTOR_GRANTS, signal })),
  ]
  if (faults.length > 0) throw new StartError([...faults, 'store/README.md has the grants of each user.'].join('\n'))
}

interface Asked {
  readonly setting: string
  readonly grants: readonly string[]
  readonly signal: AbortSignal
}

async function listMissing(
  url: string,
  { user, password }: { readonly user: string; readonly password: string },
  { setting, grants, signal }: Asked,
): Promise<string[]> {
  const headers = { 'x-clickhouse-user': user, 'x-clickhouse-key': password }
  const missing: string[] = []
  for (const grant of grants) {
    const response = await fetch(url, { method: 'POST', body: `CHECK GRANT ${grant}`, headers, signal })
    const text = (await response.text()).trim()
    if (response.status !== 200) return [`${setting}=${user} cannot be used at ${url}: ${text.split('\n')[0]}`]
    if (text !== '1') missing.push(grant)
  }
  return missing.length === 0 ? [] : [`${setting}=${user} has no grant ${missing.join(', nor ')}.`]
}
