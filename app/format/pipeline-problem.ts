import type { Rejection } from '../../store/pipeline/get-pipeline-health.ts'

/** Says who rejects data, and with which message: for the pages and for alerts. */
export function describeRejection({ by, says }: Rejection): string {
  return by === 'ClickHouse' ? `ClickHouse rejects inserts: ${says}` : `the Collector does not accept data: ${says}`
}

/** The reasons for which a Collector refuses data; '' if none is known. */
export function describeRefusal({
  byMemory,
  byQueue,
}: {
  readonly byMemory: number
  readonly byQueue: number
}): string {
  return [...(byMemory > 0 ? ['out of memory'] : []), ...(byQueue > 0 ? ['queue full or unwritable'] : [])].join(', ')
}
