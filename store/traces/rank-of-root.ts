/**
 * How well a span will do for the root of its trace, best 0: as the parts of traces ranks them (the view trace_parts_of_spans), or a list
 * and a trace's own page would name it differently. What a browser sent ranks behind a server's, so that a forged span does not
 * give a trace its name. get-trace.test.ts holds the two equal.
 */
export function rankOfRoot(span: {
  readonly parentSpanId: string
  readonly service: string
  readonly isLocalRoot: boolean
}): number {
  const isBrowser = span.service.endsWith('browser')
  if (span.parentSpanId === '') return isBrowser ? 1 : 0
  if (span.isLocalRoot) return isBrowser ? 3 : 2
  return 4
}
