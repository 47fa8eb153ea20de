import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import type { Span } from '../../../store/traces/list-spans.ts'
import { at, operationOf } from '../../../trace/trace-tree.ts'
import { formatNs } from '../../format/duration.ts'
import { spanName } from '../../format/span-name.ts'
import { encodePathSegment } from '../../url/path-segment.ts'
import { parseSpanRef, spanRef as refOfSpan } from '../../url/trace-view.ts'
import { SpanAside } from './span-aside.tsx'
import type { loader } from './span-data.ts'
import { SpanDetails, type SpanDetailsProps } from './span-details.tsx'
import type { TraceLinksResult } from './span-links.tsx'

interface SpanPanelProps extends Omit<SpanDetailsProps, 'span' | 'links' | 'place'> {
  readonly spanRef: string
  /** The span that the page was loaded with. */
  readonly loaded: Span | undefined
  readonly loadedLinks: TraceLinksResult | Promise<TraceLinksResult>
  /** True if the page was loaded with it, and it is not stored. */
  readonly isAbsent: boolean
}

/** The open span: what the page was loaded with, or what is read when it is opened. */
export function SpanPanel({ spanRef, loaded, loadedLinks, isAbsent: isKnownAbsent, ...rest }: SpanPanelProps) {
  const { traceId, tree, index, view } = rest
  const fetcher = useFetcher<typeof loader>()
  const { load, data } = fetcher
  const named = parseSpanRef(spanRef)
  const place = index.find(named)
  const isLoaded = loaded !== undefined && (refOfSpan(loaded) === spanRef || isNamed(loaded, named))
  useEffect(() => {
    if (!isLoaded && !isKnownAbsent) void load(`/traces/${traceId}/spans/${encodePathSegment(spanRef)}/data`)
  }, [isLoaded, isKnownAbsent, load, traceId, spanRef])

  const found = isLoaded ? { span: loaded, links: loadedLinks } : readOf(data, spanRef)
  if (found !== undefined) return <SpanDetails {...rest} {...found} place={place} />
  const isAbsent = isKnownAbsent || (data?.ref === spanRef && data.found === undefined)
  return (
    <SpanAside title={place === undefined ? 'Span' : spanName(operationOf(tree, place).name)} view={view}>
      {place !== undefined && (
        <p>
          {operationOf(tree, place).service}, {formatNs(at(tree.durations, place))}
        </p>
      )}
      <p role="status">
        {isAbsent ? 'Span ' : 'Loading span '}
        <code>{named.spanId}</code>
        {isAbsent ? ' not found in this trace: dropped, expired, or in transit.' : '…'}
      </p>
    </SpanAside>
  )
}

const isNamed = (span: Span, { spanId, service }: { readonly spanId: string; readonly service: string }) =>
  span.spanId === spanId && (service === '' || span.service === service)

function readOf(data: ReturnType<typeof useFetcher<typeof loader>>['data'], ref: string) {
  if (data?.ref !== ref || data.found === undefined) return undefined
  return { span: data.found.span, links: { answer: data.found.links } }
}
