import { issuePath } from './issue-filters.ts'
import { MAX_TIMESTAMP_NS } from './timestamp-codec.ts'

/** Identifies an exception: the store finds a record by its time and id. */
export interface ExceptionAddress {
  readonly atNs: bigint
  /** 16 hex digits. */
  readonly id: string
}

/** The path of an exception, which redirects to its issue with the exception selected. */
export function exceptionPath({ atNs, id }: ExceptionAddress): string {
  return `/exceptions/${formatEvent({ atNs, id })}`
}

/** The page of an issue with an event selected: an exception, or the first one ever seen. */
export function eventPath(issue: string, event: EventSelection): string {
  return `${issuePath(issue)}?${EVENT_PARAM}=${formatEvent(event)}`
}

export type EventSelection = ExceptionAddress | 'first'

/** The parameter of an issue's page that selects an event, see {@link formatEvent}. */
export const EVENT_PARAM = 'at'

export const formatEvent = (event: EventSelection) => (event === 'first' ? event : `${event.atNs}-${event.id}`)

/** @returns `undefined` for an invalid address */
export function parseExceptionAddress(text: string): ExceptionAddress | undefined {
  const [, digits = '', id] = /^(\d{1,19})-([0-9a-f]{16})$/.exec(text) ?? []
  if (id === undefined) return undefined
  const atNs = BigInt(digits)
  return atNs < MAX_TIMESTAMP_NS ? { atNs, id } : undefined
}
