import type { StoreErrorKind } from '../../store/store-error.ts'
import type { Outage } from '../ui/feedback/outage.ts'

/** Outages of the database, by the kind of the store's error. */
export const OUTAGES = {
  away: {
    kind: 'away',
    httpStatus: 503,
    title: 'Database unavailable',
    what: 'The database does not respond. No data is lost meanwhile: the Collector queues up to 1 GiB of each signal on disk, then asks senders to retry.',
    advice: 'Check that ClickHouse is running and that CLICKHOUSE_URL points to it. This page reloads every 30 s.',
  },
  denied: {
    kind: 'denied',
    httpStatus: 503,
    title: 'Database access denied',
    what: 'The database rejected the user name or password.',
    advice: 'Check CLICKHOUSE_USER and CLICKHOUSE_PASSWORD, and that the user has read access.',
  },
  unprepared: {
    kind: 'unprepared',
    httpStatus: 503,
    title: 'Database schema outdated',
    what: 'The database does not have the tables that this release of Errata reads.',
    advice: 'Apply the schema: npm start does so by itself; elsewhere, run node store/schema/main.ts once.',
  },
  overloaded: {
    kind: 'overloaded',
    httpStatus: 503,
    title: 'Database overloaded',
    what: 'The database accepts no more queries at the moment.',
    advice: 'Try again in a few seconds, or choose a shorter time range or a single service.',
  },
  full: {
    kind: 'full',
    httpStatus: 507,
    title: 'Disk full',
    what: 'The database has no disk space left. Nothing was saved.',
    advice: 'Free some disk space, then try again.',
  },
  damaged: {
    kind: 'damaged',
    httpStatus: 503,
    title: 'Stored data damaged',
    what: 'The database cannot read some of its files, because they are damaged. New data is stored as before.',
    advice:
      'Choose a time range without them. CHECK TABLE names the damaged parts, and ALTER TABLE … DETACH PART takes them out of all queries.',
  },
  timeout: {
    kind: 'timeout',
    httpStatus: 504,
    title: 'Query timed out',
    what: 'The database did not respond in time.',
    advice: 'Try again, or choose a shorter time range or a single service. ERRATA_QUERY_SECONDS sets the timeout.',
  },
} as const satisfies Partial<Record<StoreErrorKind, Outage>>

/** False for an error of our own. */
export const isOutage = (kind: StoreErrorKind): kind is keyof typeof OUTAGES => Object.hasOwn(OUTAGES, kind)
