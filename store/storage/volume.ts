import { z } from 'zod'
import { booleanColumn, countColumn } from '../columns.ts'
import type { TimeRange } from '../units.ts'

/** The part of the spans, or of the log records, that is of one service, or of one operation or severity of it. */
export interface Volume {
  /** '' if unnamed. */
  readonly service: string
  /** The operation of spans or the severity of log records; `undefined` for all of the service. */
  readonly name: string | undefined
  /** Spans or log records. */
  readonly count: number
  /** Its share of the bytes of all spans, or log records, as text: 0 to 1. */
  readonly share: number
}

/** The parts of a signal. */
export interface SignalVolume {
  /** Services, then operations or severities; most bytes first. */
  readonly volumes: readonly Volume[]
  /** One trace, or log record, in so many was read. */
  readonly oneIn: number
}

/** Services, and likewise operations or severities, that are listed. */
const MOST_VOLUMES = 100

export const volumeParams = ({ from, to }: TimeRange) => ({
  fromNs: from,
  toNs: to,
  most: MOST_VOLUMES,
  limit: 2 * MOST_VOLUMES,
})

const row = z.object({
  service: z.string(),
  name: z.string(),
  isService: booleanColumn,
  count: countColumn,
  bytes: countColumn,
  allBytes: countColumn,
  oneIn: countColumn,
})

type VolumeRow = z.infer<typeof row>

export const decodeVolumeRow: (value: unknown) => VolumeRow = row.parse

export function toSignalVolume(rows: readonly VolumeRow[]): SignalVolume {
  const volumes = rows.map(({ service, name, isService, count, bytes, allBytes }) => ({
    service,
    name: isService ? undefined : name,
    count,
    share: allBytes === 0 ? 0 : bytes / allBytes,
  }))
  return { volumes, oneIn: rows[0]?.oneIn ?? 1 }
}
