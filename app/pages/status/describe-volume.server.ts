import { bytesADay } from '../../../store/storage/forecast-disk.ts'
import type { BytesOfDay } from '../../../store/storage/list-bytes-by-day.ts'
import type { PointVolume } from '../../../store/storage/list-point-volume.ts'
import type { SignalVolume, Volume } from '../../../store/storage/volume.ts'
import type { AppSettings } from '../../data/settings.ts'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { formatBytes } from '../../format/bytes.ts'
import { formatCount } from '../../format/count.ts'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { logsPath } from '../../url/log-filters.ts'
import { facetClause } from '../../url/search-links.ts'
import { tracesPath } from '../../url/trace-filters.ts'

/** A row of the table by service: what it sends a day, in words. */
export interface ServiceVolume {
  readonly service: string
  readonly spans: string
  readonly logs: string
  readonly points: string
  readonly bytes: string
  readonly share: string
}

/** A row of the other table: an operation or a severity, and what a drop rule for it would save, in words. */
export interface DroppableVolume {
  readonly service: string
  /** An operation of spans, or a severity of log records. */
  readonly name: string
  readonly path: string
  readonly count: string
  readonly bytes: string
  readonly share: string
  /** The bytes of all days for which they are kept. */
  readonly kept: string
}

export interface ShownVolume {
  /** Names the service that writes most; '' if bytes are not known. */
  readonly most: string
  readonly services: readonly ServiceVolume[]
  readonly droppable: readonly DroppableVolume[]
  /** Says how it was estimated. */
  readonly note: string
}

interface VolumeAnswers {
  readonly spans: QueryResult<SignalVolume>
  readonly logs: QueryResult<SignalVolume>
  readonly points: QueryResult<readonly PointVolume[]>
  readonly byDay: QueryResult<readonly BytesOfDay[] | undefined>
}

const MOST_SERVICES = 15
const MOST_DROPPABLE = 15

/**
 * Describes which services, operations and severities take the disk. A signal's bytes on disk are divided by the bytes of its rows as they
 * are sent.
 *
 * @param kept the number of days for which each signal is kept
 */
export function describeVolume(
  { spans, logs, points, byDay }: VolumeAnswers,
  kept: AppSettings['retentionDays'],
  nowMs: number,
): QueryResult<ShownVolume> {
  if ('outage' in spans) return spans
  if ('outage' in logs) return logs
  if ('outage' in points) return points
  if ('outage' in byDay) return byDay
  const { isRate, ...bytes } = readBytes(byDay.answer ?? [], nowMs)
  const all = bytes.spans + bytes.logs
  const bytesOf = (part: number) => (isRate ? formatBytes(Math.round(part)) : '–')
  const shareOf = (part: number) => (all === 0 ? '–' : formatShare(part, all))

  const weigh = (signal: Signal, { volumes }: SignalVolume) =>
    volumes.map((volume): WeighedVolume => ({ ...volume, signal, bytes: volume.share * bytes[signal] }))
  const volumes = [...weigh('spans', spans.answer), ...weigh('logs', logs.answer)]
  const services = addUpServices(volumes, points.answer)
  const droppable = volumes
    .filter(({ name }) => name !== undefined)
    .toSorted((a, b) => b.bytes - a.bytes || b.count - a.count)
  const [first] = services
  const isKnown = first !== undefined && isRate && all > 0
  return {
    answer: {
      most: isKnown
        ? `${first.service || 'An unnamed service'} writes ${shareOf(first.bytes)} of ${bytesOf(all)} a day.`
        : '',
      services: services.slice(0, MOST_SERVICES).map(of => ({
        service: of.service,
        spans: formatAmount(of.spans),
        logs: formatAmount(of.logs),
        points: formatAmount(of.points),
        bytes: bytesOf(of.bytes),
        share: shareOf(of.bytes),
      })),
      droppable: droppable.slice(0, MOST_DROPPABLE).map(({ signal, service, name = '', count, bytes }) => ({
        service,
        ...describeDroppable(signal, service, name),
        count: formatAmount(count),
        bytes: bytesOf(bytes),
        share: shareOf(bytes),
        kept: bytesOf(bytes * (signal === 'spans' ? kept.traces : kept.logs)),
      })),
      note: writeNote({ spans: spans.answer.oneIn, logs: logs.answer.oneIn }, byDay.answer !== undefined),
    },
  }
}

type Signal = 'spans' | 'logs'

/** Bytes a day; those so far before the end of the first whole day, which tell shares alone. */
function readBytes(days: readonly BytesOfDay[], nowMs: number): Record<Signal, number> & { readonly isRate: boolean } {
  const [spans, logs] = [bytesADay(days, nowMs, 'spans'), bytesADay(days, nowMs, 'logs')]
  if (spans !== undefined && logs !== undefined) return { spans, logs, isRate: true }
  const soFar = (signal: Signal) => days.reduce((sum, day) => sum + day[signal], 0)
  return { spans: soFar('spans'), logs: soFar('logs'), isRate: false }
}

interface WeighedVolume extends Volume {
  readonly signal: Signal
  readonly bytes: number
}

/** Most bytes first, then most records. */
function addUpServices(volumes: readonly WeighedVolume[], points: readonly PointVolume[]) {
  const pointsOf = new Map(points.map(of => [of.service, of.points]))
  return [...new Set([...volumes.map(({ service }) => service), ...pointsOf.keys()])]
    .map(service => {
      const own = volumes.filter(volume => volume.service === service && volume.name === undefined)
      const countOf = (signal: Signal) => own.find(volume => volume.signal === signal)?.count ?? 0
      return {
        service,
        bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
        spans: countOf('spans'),
        logs: countOf('logs'),
        points: pointsOf.get(service) ?? 0,
      }
    })
    .toSorted((a, b) => b.bytes - a.bytes || countAll(b) - countAll(a))
}

const countAll = ({ spans, logs, points }: Record<Signal | 'points', number>) => spans + logs + points

function describeDroppable(signal: Signal, service: string, name: string): Pick<DroppableVolume, 'name' | 'path'> {
  const clauses = (key: string) => `${facetClause('service', service, signal)} ${facetClause(key, name, signal)}`
  return signal === 'spans'
    ? { name: name || 'no operation', path: tracesPath({ show: 'spans', search: clauses('operation') }) }
    : { name: `log records, ${name}`, path: logsPath({ search: clauses('severity') }) }
}

function writeNote(oneIn: { readonly spans: number; readonly logs: number }, canReadParts: boolean): string {
  const samples = [
    ...(oneIn.spans > 1 ? [`one trace in ${formatCount(oneIn.spans)}`] : []),
    ...(oneIn.logs > 1 ? [`one log record in ${formatCount(oneIn.logs)}`] : []),
  ]
  const estimated = samples.length === 0 ? '' : ` Estimated from ${samples.join(' and ')}.`
  const divided = canReadParts
    ? 'The bytes on disk, of the last whole days and without data points, are divided by how long each record is as it was sent.'
    : 'Bytes are not known: the desk’s user of the database may not read system.parts (store/README.md).'
  return `${divided}${estimated}`
}
