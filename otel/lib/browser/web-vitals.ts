import {
  type CLSMetric,
  type INPMetric,
  type LCPMetric,
  type Metric,
  onCLS,
  onFCP,
  onINP,
  onLCP,
  onTTFB,
} from 'web-vitals'
import { scrubUrl } from '../scrub-url.ts'
import { type OpenSpan, readNavigationTiming } from './recorder.ts'
import { type AttributeValue, info, type Signals } from './signals.ts'
import { describeElement } from './user-actions.ts'

/** What a vital is attributed to; becomes `errata.web_vital.*`. */
type Attribution = Readonly<Record<string, AttributeValue>>

/**
 * Records LCP, INP, CLS, FCP and TTFB, each with what it is made of, on the page load's span.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/browser/browser-events/ for `browser.web_vital`
 */
export function watchWebVitals(
  signals: Signals,
  { pageLoad, allowedParams }: { pageLoad: OpenSpan; allowedParams: readonly string[] },
): void {
  const record = ({ name, value, delta, id, rating, navigationType }: Metric, attribution: Attribution) => {
    const restored = navigationType === 'back-forward-cache'
    signals.log({
      eventName: 'browser.web_vital',
      severity: info,
      parent: restored ? undefined : pageLoad,
      attributes: {
        'browser.web_vital.name': name.toLowerCase(),
        'browser.web_vital.value': value,
        'browser.web_vital.delta': delta,
        'browser.web_vital.id': id,
        'browser.web_vital.rating': rating,
        'browser.web_vital.navigation_type': navigationType,
        ...Object.fromEntries(Object.entries(attribution).map(([key, fact]) => [`errata.web_vital.${key}`, fact])),
      },
    })
  }
  onTTFB(metric => record(metric, attributeTtfb()))
  onFCP(metric =>
    record(metric, { time_to_first_byte: firstByteMs(), first_byte_to_fcp: metric.value - firstByteMs() }),
  )
  onLCP(metric => record(metric, attributeLcp(metric, allowedParams)))
  onCLS(metric => record(metric, attributeCls(metric)))
  onINP(metric => record(metric, attributeInp(metric)))
}

/** Milliseconds from when the page was asked for, or a prerendered one shown, to its first byte. */
function firstByteMs(): number {
  const timing = readNavigationTiming()
  return timing ? Math.max(0, timing.responseStart - (timing.activationStart ?? 0)) : 0
}

function attributeTtfb(): Attribution {
  const timing = readNavigationTiming()
  if (!timing) return {}
  const { domainLookupStart, connectStart, connectEnd, responseStart } = timing
  return {
    waiting_duration: domainLookupStart,
    dns_duration: connectStart - domainLookupStart,
    connection_duration: connectEnd - connectStart,
    request_duration: responseStart - connectEnd,
  }
}

/** The four parts of LCP add up to it. @see https://web.dev/articles/optimize-lcp */
function attributeLcp({ value, entries }: LCPMetric, allowedParams: readonly string[]): Attribution {
  const entry = entries.at(-1)
  const activationMs = readNavigationTiming()?.activationStart ?? 0
  const resource = performance
    .getEntriesByType('resource')
    .findLast(({ name, startTime }) => name === entry?.url && startTime <= entry.startTime)
  const firstByte = firstByteMs()
  const requestedMs = Math.max(firstByte, (resource?.startTime ?? 0) - activationMs)
  const endMs = resource ? resource.startTime + resource.duration - activationMs : 0
  const loadedMs = Math.min(value, Math.max(requestedMs, endMs))
  return {
    target: entry?.element ? describeElement(entry.element) : entry?.id && `#${entry.id}`,
    url: entry?.url ? scrubUrl(entry.url, allowedParams) : undefined,
    time_to_first_byte: firstByte,
    resource_load_delay: requestedMs - firstByte,
    resource_load_duration: loadedMs - requestedMs,
    element_render_delay: value - loadedMs,
  }
}

function attributeCls({ entries }: CLSMetric): Attribution {
  const [largest] = [...entries].sort((one, other) => other.value - one.value)
  const node = largest?.sources.find(source => source.node instanceof Element)?.node
  return {
    largest_shift_target: node instanceof Element ? describeElement(node) : undefined,
    largest_shift_value: largest?.value,
    largest_shift_time: largest?.startTime,
  }
}

function attributeInp({ value, entries }: INPMetric): Attribution {
  const [first] = entries
  if (!first) return {}
  const target = entries.find(entry => entry.target instanceof Element)?.target
  const processedMs = Math.max(...entries.map(entry => entry.processingEnd)) - first.startTime
  const inputDelay = first.processingStart - first.startTime
  return {
    interaction_target: target instanceof Element ? describeElement(target) : undefined,
    interaction_type: first.name.startsWith('key') ? 'keyboard' : 'pointer',
    interaction_time: first.startTime,
    input_delay: inputDelay,
    processing_duration: processedMs - inputDelay,
    presentation_delay: Math.max(0, value - processedMs),
  }
}
