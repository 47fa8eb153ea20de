interface OfService {
  readonly service: string
}

/**
 * The counts of requests of a total, each request once: those of browsers, whose services are named so, count what a service answers a
 * second time. All of them if no other service has any.
 */
export function withoutBrowsers<Row extends OfService>(rows: readonly Row[]): readonly Row[] {
  const answered = rows.filter(({ service }) => !service.endsWith('browser'))
  return answered.length > 0 ? answered : rows
}
