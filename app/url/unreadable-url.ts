import { data } from 'react-router'

/** What the page for an address that cannot be read shows. */
export interface UnreadableUrl {
  readonly unreadable: string
}

/**
 * Ends a loader with 400. Thrown as `data()`, so it is an answer and not an exception of the desk's code.
 *
 * @param fault one sentence for the reader: which parameter, what it was, what it may be
 */
export function unreadableUrl(fault: string) {
  return data({ unreadable: fault } satisfies UnreadableUrl, { status: 400, statusText: 'Bad Request' })
}

/** True for the data of an error response made by {@link unreadableUrl}. */
export function isUnreadableUrl(value: unknown): value is UnreadableUrl {
  return typeof value === 'object' && value !== null && 'unreadable' in value && typeof value.unreadable === 'string'
}
