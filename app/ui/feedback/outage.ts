/** Outages of the store that the desk declares, in words of its own. They are not exceptions of the desk's code. */
export const OUTAGE_TEXT = {
  away: {
    title: 'The store is away',
    what: 'The desk is up, but the database that holds the telemetry does not answer.',
    advice:
      'Nothing is lost by that: the Collector keeps what it receives in its queue on disk and delivers it when the store is back. Check that the engine or the ClickHouse server runs and that CLICKHOUSE_URL names it.',
  },
  denied: {
    title: 'The store refuses the desk',
    what: 'The database that holds the telemetry does not accept the name or password that the desk has.',
    advice: 'Check CLICKHOUSE_USER and CLICKHOUSE_PASSWORD, and that this user may read.',
  },
  unprepared: {
    title: 'The store is not prepared',
    what: 'The database answers, but it has not the tables that this release of the desk reads.',
    advice: 'Apply the schema: npm start does so by itself; elsewhere run node store/schema/main.ts once.',
  },
  overloaded: {
    title: 'The store is overloaded',
    what: 'The database that holds the telemetry takes no more questions at the moment.',
    advice: 'Try again in a few seconds, or ask for less: a shorter time range, one service.',
  },
  full: {
    title: 'The disk is full',
    what: 'The database that holds the telemetry has no space left on its disk. Nothing was stored.',
    advice: 'Free some space on that disk, and try again.',
  },
  timeout: {
    title: 'The store took too long',
    what: 'The database that holds the telemetry did not answer in time.',
    advice:
      'Try again, or ask for less: a shorter time range, one service. ERRATA_QUERY_SECONDS says how long the desk waits.',
  },
} as const

export type Outage = keyof typeof OUTAGE_TEXT

/** The answer to a query, or why there is none. */
export type QueryResult<Answer> = { readonly answer: Answer } | { readonly outage: Outage }

/** The outage that the data of an error response declares, if it declares one. */
export function readOutage(value: unknown): Outage | undefined {
  if (typeof value !== 'object' || value === null || !('outage' in value)) return undefined
  const { outage } = value
  return typeof outage === 'string' && isOutage(outage) ? outage : undefined
}

/** True for the name of a declared outage. */
export function isOutage(value: string): value is Outage {
  return Object.hasOwn(OUTAGE_TEXT, value)
}
