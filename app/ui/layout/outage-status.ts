import { OUTAGE_TEXT, type Outage } from '../feedback/outage.ts'
import type { IngestStatus } from './header-data.ts'

/** What the header says of ingestion while the database does not answer. */
export function outageStatus(outage: Outage): IngestStatus {
  const { title, what } = OUTAGE_TEXT[outage]
  return outage === 'timeout' || outage === 'overloaded'
    ? { level: 'muted', status: 'Ingest unknown', details: what }
    : { level: 'bad', status: title, details: what }
}
