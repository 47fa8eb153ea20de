import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-alert-events.sql?raw'

/** The types of events: an episode began, ended, goes on, or flaps. */
export const ALERT_EVENT_TYPES = ['firing', 'resolved', 'reminder', 'flapping'] as const
export type AlertEventType = (typeof ALERT_EVENT_TYPES)[number]

/** An event as it is stored. */
export interface StoredAlertEvent {
  /** Equal on all desks that evaluate the same. */
  readonly id: string
  /** The end of the evaluated time. */
  readonly atNs: Ns
  readonly rule: string
  /** Id of the statement with the rule as it was. */
  readonly revision: string
  /** The subject of the episode, such as an issue; '' for everything that the rule selects. */
  readonly subject: string
  readonly episode: string
  readonly what: AlertEventType
  /** JSON, read by the app. */
  readonly content: string
  /** The process that wrote it. */
  readonly desk: string
}

export interface AlertEventFilter {
  readonly range: TimeRange
  /** The ids of the events. @default every one */
  readonly ids?: readonly string[]
  /** '' for every one, likewise the others. @default '' */
  readonly rule?: string
  readonly subject?: string
  readonly episode?: string
  /** The event before the first one. @default none, so that the newest comes first */
  readonly after?: Pick<StoredAlertEvent, 'atNs' | 'id'> | undefined
  /** 1 to 100,000. */
  readonly limit: number
}

/**
 * Lists events of rules.
 *
 * @returns Newest first, then by id.
 * @throws {StoreError} Any kind.
 */
export function listAlertEvents(
  store: Store,
  { range, ids = [], rule = '', subject = '', episode = '', after, limit }: AlertEventFilter,
  signal?: AbortSignal,
): Promise<StoredAlertEvent[]> {
  const { atNs: afterNs, id: afterId } = after ?? { atNs: range.to, id: '' }
  const toNs = afterNs < range.to ? afterNs + 1n : range.to
  const params = { fromNs: range.from, toNs, afterNs, afterId, ids, rule, subject, episode, limit }
  return store.query({ name: 'list-alert-events', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  id: z.string(),
  atNs: int64,
  rule: z.string(),
  revision: z.string(),
  subject: z.string(),
  episode: z.string(),
  what: z.enum(ALERT_EVENT_TYPES),
  content: z.string(),
  desk: z.string(),
})
