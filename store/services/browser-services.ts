interface OfService {
  readonly service: string
}

/** Whether a service is the browser half of one, by the name that the relay vouches for: the `is_browser` of expressions.sql. */
export const isBrowserService = (name: string): boolean => name.endsWith('browser')

/**
 * The rows to add up to all requests: those of browsers count again what a service answers, and are left out, unless no other service has a row.
 */
export function withoutBrowsers<Row extends OfService>(rows: readonly Row[]): readonly Row[] {
  const answered = rows.filter(({ service }) => !isBrowserService(service))
  return answered.length > 0 ? answered : rows
}
