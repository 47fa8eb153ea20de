import { z } from 'zod'
import type { StoredAlertEvent } from '../../store/alerts/list-alert-events.ts'
import { parseJson } from '../../store/parse-json.ts'
import type { Ns } from '../../store/units.ts'
import { isOneOff, type RuleKind } from './rule.ts'

const text = z.string().default('')

/** In which unit a value and its threshold are. */
export const VALUE_UNITS = ['count', 'share', 'ns', 'days', 'none'] as const
export type ValueUnit = (typeof VALUE_UNITS)[number]

/** An event has all that a message needs, because the telemetry may have expired. */
export const eventContentSchema = z.object({
  ruleName: text,
  kind: text.transform(kind => kind as RuleKind | ''),
  /** The subject, as people read it: the title of an issue, a service, an operation of one. */
  label: text,
  /** The reason as a clause: `regressed in 2.4.1`, `4 of 5 needed`, `12 % of 340 requests failed`. */
  why: text,
  value: z.number().default(0),
  threshold: z.number().default(0),
  unit: z.enum(VALUE_UNITS).default('none'),
  service: text,
  environment: text,
  release: text,
  operation: text,
  /** Id; '' if it is not about an issue. */
  issue: text,
  /** The evaluated window, Unix milliseconds. */
  fromMs: z.number().default(0),
  toMs: z.number().default(0),
  /** Names the episode of a subject. */
  cause: text,
  /** When the episode began, Unix milliseconds. */
  beganMs: z.number().default(0),
  /** Ids of the channels that the rule had. */
  channels: z.array(z.string()).default([]),
  /** Nobody is told: the rule was changed while it fired. */
  isSilent: z.boolean().default(false),
})

export type EventContent = z.output<typeof eventContentSchema>

/** An event with what it says. */
export type AlertEvent = Omit<StoredAlertEvent, 'content'> & { readonly content: EventContent }

/** Reads an event. If another version wrote its content, the content is empty, and the event is sent all the same. */
export function readEvent({ content, ...event }: StoredAlertEvent): AlertEvent {
  const read = eventContentSchema.safeParse(parseJson(content))
  return { ...event, content: read.success ? read.data : eventContentSchema.parse({}) }
}

/** When episodes ended, by their ids. */
export const endsOf = (events: readonly AlertEvent[]): ReadonlyMap<string, Ns> =>
  new Map(events.filter(({ what }) => what === 'resolved').map(({ episode, atNs }) => [episode, atNs]))

/** True for an event of a rule whose episodes have no end, such as a new issue. */
export const isOneOffEvent = ({ content }: AlertEvent): boolean =>
  content.kind !== '' && isOneOff({ kind: content.kind })
