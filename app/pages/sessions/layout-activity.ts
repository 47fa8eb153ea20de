import type { Session } from '../../../store/sessions/list-sessions.ts'
import { DAY_MS } from '../../../store/time-units.ts'
import { wallClock } from '../../format/time-zone.ts'
import { formatLocalDay } from '../../ui/table/day-row.tsx'
import { hasFailed } from './describe-impact.ts'

/** The sessions of a day in the reader's zone. */
export interface ActiveDay {
  /** `Thu 26 Nov` */
  readonly day: string
  readonly sessions: number
  readonly failed: number
}

interface ActivityOptions {
  readonly nowMs: number
  /** How long sessions are kept. */
  readonly days: number
  /** Whether these are all sessions: otherwise the days before the oldest are unknown. */
  readonly isWhole: boolean
}

/** The sessions that began on each day until now, oldest first; `undefined` without any. */
export function layoutActivity(
  sessions: readonly Pick<Session, 'firstNs' | 'exceptions' | 'failedPages'>[],
  { nowMs, days, isWhole }: ActivityOptions,
): ActiveDay[] | undefined {
  const dayOf = (ms: number) => Math.floor(wallClock().toLocal(ms) / DAY_MS)
  const today = dayOf(nowMs)
  const byDay = Map.groupBy(sessions, ({ firstNs }) => dayOf(Number(firstNs / 1_000_000n)))
  const known = [...byDay.keys()].filter(day => day <= today && day > today - days)
  if (known.length === 0) return undefined
  const first = isWhole ? today - days + 1 : Math.min(...known)
  return Array.from({ length: today - first + 1 }, (_, at) => {
    const of = byDay.get(first + at) ?? []
    return { day: formatLocalDay((first + at) * DAY_MS), sessions: of.length, failed: of.filter(hasFailed).length }
  })
}
