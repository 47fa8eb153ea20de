import type { Span } from '../../../store/traces/list-spans.ts'
import { at, operationOf } from '../../../trace/trace-tree.ts'
import { formatNs } from '../../format/duration.ts'
import { spanName } from '../../format/span-name.ts'
import { PartFailure } from '../../ui/feedback/part-failure.tsx'
import { useFetchedPart } from '../../ui/feedback/use-fetched-part.ts'
import { encodePathSegment } from '../../url/path-segment.ts'
import { parseSpanRef, spanRef as refOfSpan } from '../../url/trace-view.ts'
import type { OpenSpan } from './query-span.server.ts'
import { SpanAside } from './span-aside.tsx'
import type { OpenedSpan } from './span-data.ts'
import { SpanDetails, type SpanDetailsProps } from './span-details.tsx'
import type { TraceLinksResult } from './span-links.tsx'

interface SpanPanelProps extends Omit<SpanDetailsProps, 'span' | 'links' | 'place'> {
  readonly spanRef: string
  /** The span that the page was loaded with. */
  readonly loaded: OpenSpan | undefined
  readonly loadedLinks: TraceLinksResult | Promise<TraceLinksResult>
  /** True if the page was loaded with it, and it is not stored. */
  readonly isAbsent: boolean
}

/** The open span: what the page was loaded with, or what is read when it is opened. */
export function SpanPanel({ spanRef, loaded, loadedLinks, isAbsent: isKnownAbsent, ...rest }: SpanPanelProps) {
  const { traceId, tree, index, view } = rest
  const named = parseSpanRef(spanRef)
  const place = index.find(named)
  const isLoaded = loaded !== undefined && (refOfSpan(loaded) === spanRef || isNamed(loaded, named))
  const path = `/traces/${traceId}/spans/${encodePathSegment(spanRef)}/data`
  const { result, again } = useFetchedPart<OpenedSpan>(isLoaded || isKnownAbsent ? undefined : path)

  const read = result !== undefined && 'answer' in result ? result.answer : undefined
  if (isLoaded) return <SpanDetails {...rest} span={loaded} links={loadedLinks} place={place} />
  if (read) return <SpanDetails {...rest} span={read.span} links={{ answer: read.links }} place={place} />
  const isAbsent = isKnownAbsent || read === null
  return (
    <SpanAside title={place === undefined ? 'Span' : spanName(operationOf(tree, place).name)} view={view}>
      {place !== undefined && (
        <p>
          {operationOf(tree, place).service}, {formatNs(at(tree.durations, place))}
        </p>
      )}
      {result !== undefined && 'outage' in result ? (
        <PartFailure what={`Span ${named.spanId}`} outage={result.outage} again={again} />
      ) : (
        <p role="status">
          {isAbsent ? 'Span ' : 'Loading span '}
          <code>{named.spanId}</code>
          {isAbsent ? ' not found in this trace: dropped, expired, or in transit.' : '…'}
        </p>
      )}
    </SpanAside>
  )
}

const isNamed = (span: Span, { spanId, service }: { readonly spanId: string; readonly service: string }) =>
  span.spanId === spanId && (service === '' || span.service === service)
