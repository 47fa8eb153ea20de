/**
 * The rows to add up to all requests: those that browsers sent count again what a service answers, and are left out, unless nothing else was
 * sent.
 */
export function withoutBrowsers<Row extends { readonly isBrowser: boolean }>(rows: readonly Row[]): readonly Row[] {
  const answered = rows.filter(({ isBrowser }) => !isBrowser)
  return answered.length > 0 ? answered : rows
}
