import type { Outage } from '../feedback/outage.ts'
import type { IngestStatus } from './header-data.ts'

/** What the header says of ingestion while the database does not answer. */
export function outageStatus({ kind, title, what }: Outage): IngestStatus {
  return kind === 'timeout' || kind === 'overloaded'
    ? { level: 'muted', status: 'Ingest unknown', details: what }
    : { level: 'bad', status: title, details: what }
}
