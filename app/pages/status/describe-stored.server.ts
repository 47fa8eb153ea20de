import { type DiskForecast, forecastDisk, MAX_DAYS, RATE_DAYS } from '../../../store/storage/forecast-disk.ts'
import type { Storage } from '../../../store/storage/get-storage.ts'
import type { BytesOfDay } from '../../../store/storage/list-bytes-by-day.ts'
import { countRecords, type StoredOfService } from '../../../store/storage/list-stored-by-service.ts'
import type { AppSettings } from '../../data/settings.ts'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { formatBytes } from '../../format/bytes.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import type { QueryResult } from '../../ui/feedback/outage.ts'

/** A row of the table by service, in words. */
export interface ShownService {
  readonly service: string
  readonly spans: string
  readonly logs: string
  readonly points: string
  readonly share: string
  readonly p50: string
  readonly p95: string
  readonly newestStoredNs: bigint
}

/** 'too much' if counting took too long. */
export type ShownServices = readonly ShownService[] | 'too much'

/** In words; an hour that is too large to count is not an outage. */
export function describeStored(told: QueryResult<readonly StoredOfService[]>): QueryResult<ShownServices> {
  if ('outage' in told) return told.outage.kind === 'timeout' ? { answer: 'too much' } : told
  const all = told.answer.reduce((total, of) => total + countRecords(of), 0)
  return {
    answer: told.answer.map(of => ({
      service: of.service,
      spans: formatAmount(of.spans),
      logs: formatAmount(of.logs),
      points: formatAmount(of.points),
      share: formatShare(countRecords(of), all),
      p50: formatDelay(of.delay?.p50),
      p95: formatDelay(of.delay?.p95),
      newestStoredNs: of.newestStoredNs,
    })),
  }
}

/** @param seconds whole ones; `undefined` if unknown */
function formatDelay(seconds: number | undefined): string {
  if (seconds === undefined) return '–'
  return seconds < 1 ? '< 1 s' : formatDuration(BigInt(seconds) * 1_000_000_000n).replace(/\.\d+/, '')
}

export interface ShownStorage {
  /** Says how much is stored, and for how many days each signal is kept. */
  readonly used: string
  /** Says when the disk is full if it is soon; otherwise empty. */
  readonly full: string
  /** True if SQL users can read files of the machine that ClickHouse runs on. */
  readonly readsFiles: boolean
}

interface StorageAnswers {
  readonly told: QueryResult<Storage | undefined>
  readonly byDay: QueryResult<readonly BytesOfDay[] | undefined>
  readonly access: QueryResult<boolean>
}

/** From this share of what Errata has and could have, when the disk is full is shown. */
const SHOWN_FULL = 0.8
/** Likewise if it is full within so many days, whoever fills it. */
const SHOWN_DAYS = 14

/** @param kept the number of days for which each signal is kept */
export function describeStorage(
  { told, byDay, access }: StorageAnswers,
  kept: AppSettings['retentionDays'],
  nowMs: number,
): QueryResult<ShownStorage> {
  if ('outage' in told) return told
  if ('outage' in access) return access
  const storage = told.answer
  const days = 'answer' in byDay ? byDay.answer : undefined
  const forecast = storage && days && forecastDisk(storage, days, nowMs)
  const used =
    storage === undefined
      ? ''
      : `${formatBytes(storage.used)} used and ${formatBytes(storage.free)} free on this ClickHouse node. `
  const daysKept = `spans ${kept.traces}, log records ${kept.logs}, data points ${kept.metrics}, exceptions ${kept.exceptions}, drop counts ${kept.digests}`
  return {
    answer: {
      used: `${used}Days kept: ${daysKept}.`,
      full: storage === undefined ? '' : describeFull(storage, forecast),
      readsFiles: access.answer,
    },
  }
}

function describeFull({ used, free }: Storage, forecast: DiskForecast | undefined): string {
  const share = used / (used + free)
  if (share < SHOWN_FULL && (forecast === undefined || forecast.left > SHOWN_DAYS)) return ''
  const full = `${formatShare(used, used + free)} of the room for Errata is used.`
  if (forecast === undefined) return full
  const { left, bytesADay } = forecast
  const rate = `at the ${formatBytes(Math.round(bytesADay))} a day of the last ${RATE_DAYS} days`
  if (left >= MAX_DAYS) return `${full} It lasts for more than a year ${rate}.`
  return `${full} The disk is full in ${left === 0 ? 'less than a day' : pluralize(left, 'day')} ${rate}.`
}
