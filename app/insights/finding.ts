/** A change that a page tells unasked. */
export interface Finding {
  /** The thing that changed, such as a service; '' where the place says it. */
  readonly subject: string
  readonly measure: 'error rate' | 'p95' | 'time per trace' | 'calls per trace'
  /** Error rates from 0 to 1, durations in nanoseconds, or a number. */
  readonly before: number
  readonly after: number
  /** The release, or several that are as likely, with which it began, and the one with which it ended; '' if it goes on. */
  readonly since?: { readonly release: string; readonly until: string }
}
