/** Outages of the database with their texts. They are not exceptions of the app's code. */
export const OUTAGE_TEXT = {
  away: {
    title: 'Database unavailable',
    what: 'The database does not respond. No data is lost: the Collector queues it on disk.',
    advice: 'Check that ClickHouse is running and that CLICKHOUSE_URL points to it.',
  },
  denied: {
    title: 'Database access denied',
    what: 'The database rejected the user name or password.',
    advice: 'Check CLICKHOUSE_USER and CLICKHOUSE_PASSWORD, and that the user has read access.',
  },
  unprepared: {
    title: 'Database schema outdated',
    what: 'The database does not have the tables that this release of Errata reads.',
    advice: 'Apply the schema: npm start does so by itself; elsewhere, run node store/schema/main.ts once.',
  },
  overloaded: {
    title: 'Database overloaded',
    what: 'The database accepts no more queries at the moment.',
    advice: 'Try again in a few seconds, or choose a shorter time range or a single service.',
  },
  full: {
    title: 'Disk full',
    what: 'The database has no disk space left. Nothing was saved.',
    advice: 'Free some disk space, then try again.',
  },
  timeout: {
    title: 'Query timed out',
    what: 'The database did not respond in time.',
    advice: 'Try again, or choose a shorter time range or a single service. ERRATA_QUERY_SECONDS sets the timeout.',
  },
} as const

export type Outage = keyof typeof OUTAGE_TEXT

/** The answer to a query, or the outage. */
export type QueryResult<Answer> = { readonly answer: Answer } | { readonly outage: Outage }

/** The outage in the data of an error response, if there is one. */
export function parseOutage(value: unknown): Outage | undefined {
  if (typeof value !== 'object' || value === null || !('outage' in value)) return undefined
  const { outage } = value
  return typeof outage === 'string' && isOutage(outage) ? outage : undefined
}

/** True for the name of an outage. */
export function isOutage(value: string): value is Outage {
  return Object.hasOwn(OUTAGE_TEXT, value)
}
