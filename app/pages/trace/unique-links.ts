import type { SpanLink } from '../../../store/traces/list-spans.ts'

type Linked = Pick<SpanLink, 'traceId' | 'spanId'>

export const linkKey = ({ traceId, spanId }: Linked) => `${traceId} ${spanId}`

/** Each linked span once: a batch may name one many times. */
export const uniqueLinks = <Link extends Linked>(links: readonly Link[]): Link[] => [
  ...new Map(links.map(link => [linkKey(link), link])).values(),
]
