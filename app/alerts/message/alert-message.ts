import type { AlertEventType } from '../../../store/alerts/list-alert-events.ts'
import type { AlertEvent } from '../event-content.ts'

/** What one message tells, for any kind of channel. What strangers wrote is in it as it was sent: each channel escapes it in its own way. */
export interface AlertMessage {
  /** Equal in all attempts, and on all desks. */
  readonly id: string
  readonly what: AlertEventType
  /** What happened, in one line of plain text: the whole meaning, for a push notification. */
  readonly title: string
  /** The names of the rules that it fulfils. */
  readonly rules: readonly string[]
  /** The first ten of its subjects. */
  readonly items: readonly AlertMessageItem[]
  /** How many more there are. */
  readonly more: number
  /** Of a list with all of them. */
  readonly url: string
  /** When the first of them began, Unix milliseconds. */
  readonly beganMs: number
  /** Said at the end, such as `Told 14 min late: telemetry was delayed.` */
  readonly notes: readonly string[]
  /** A message that somebody asked for to try a channel. */
  readonly isTest: boolean
  /** The events that it tells. */
  readonly events: readonly AlertEvent[]
}

export interface AlertMessageItem {
  /** Ids of those of the message's events that it tells: several rules may tell the same of a subject. */
  readonly events: readonly string[]
  /** One line: the title of an issue, the name of a service or operation. */
  readonly label: string
  /** What happened to it, as a clause. */
  readonly why: string
  readonly url: string
  /** Name and value, such as `Since release` `2.4.1 (12 min ago)`; in the order of importance. */
  readonly facts: readonly { readonly name: string; readonly text: string }[]
  /** The first in-app frame with its source line, or the failing statement; '' for none. */
  readonly code: string
  readonly links: readonly { readonly text: string; readonly url: string }[]
}
