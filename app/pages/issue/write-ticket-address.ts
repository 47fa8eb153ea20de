/** The subject of a ticket, by the names of the places in `ERRATA_TRACKER_URL`. */
export interface Ticket {
  readonly title: string
  /** A few lines. */
  readonly description: string
  /** The address of the page. */
  readonly url: string
  readonly id: string
  readonly service: string
  readonly release: string
}

/** Each text has at most so many: trackers and proxies refuse long addresses. */
const MAX_CHARS = 1_500

/**
 * The address of the page of a tracker that makes a ticket: each place of a template, such as `{title}`, filled in. Texts of senders are
 * escaped, so that they stay within their place.
 *
 * @param template `ERRATA_TRACKER_URL`; '' for none
 * @returns '' without a template
 */
export function writeTicketAddress(template: string, ticket: Ticket): string {
  return template.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    if (!isPlace(name, ticket)) return place
    return encodeURIComponent(ticket[name].slice(0, MAX_CHARS).toWellFormed()).replaceAll("'", '%27')
  })
}

const isPlace = (name: string, ticket: Ticket): name is keyof Ticket => Object.hasOwn(ticket, name)
