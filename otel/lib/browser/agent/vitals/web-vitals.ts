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
import { type OpenSpan, readNavigationTiming } from '../../entry/recorder.ts'
import { type AttributeValue, type Signals, severityInfo } from '../../send/signals.ts'
import { describeElement } from '../user-actions/user-actions.ts'

/** `navigationType` of a page from the back/forward cache; its values count from there. */
const restored = 'back-forward-cache'

/** Attribution of a vital; stored as `errata.web_vital.*`. */
type Attribution = Readonly<Record<string, AttributeValue>>

/**
 * Records LCP, INP, CLS, FCP and TTFB with their attribution on the page load's span.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/browser/browser-events/ for `browser.web_vital`
 */
export function watchWebVitals(signals: Signals, pageLoad: OpenSpan): void {
  const recorded = <M extends Metric>(attribute: (metric: M) => Attribution) =>
    signals.guard((metric: M) => {
      const { name, value, delta, id, rating, navigationType } = metric
      signals.log({
        eventName: 'browser.web_vital',
        severity: severityInfo,
        parent: navigationType === restored ? undefined : pageLoad,
        attributes: {
          'browser.web_vital.name': name.toLowerCase(),
          'browser.web_vital.value': value,
          'browser.web_vital.delta': delta,
          'browser.web_vital.id': id,
          'browser.web_vital.rating': rating,
          'browser.web_vital.navigation_type': navigationType,
          ...Object.fromEntries(
            Object.entries(attribute(metric)).map(([key, fact]) => [`errata.web_vital.${key}`, fact]),
          ),
        },
      })
    })
  const targetOf = rememberTargets(signals)
  // Its attribution is the phases of the page load.
  onTTFB(recorded(() => ({})))
  onFCP(
    recorded(metric => {
      const firstByte = firstByteMs(metric)
      return { time_to_first_byte: firstByte, first_byte_to_fcp: metric.value - firstByte }
    }),
  )
  onLCP(recorded(metric => attributeLcp(metric, targetOf, signals.scrub)))
  onCLS(recorded(metric => attributeCls(metric, targetOf)))
  recordInp(
    signals,
    recorded<INPMetric>(metric => attributeInp(metric, targetOf)),
  )
}

/** The library reports INP when the page is hidden, before it has seen the newest interactions, so the final value is requested. */
function recordInp({ guard }: Signals, record: (metric: INPMetric) => void): void {
  let latest: INPMetric | undefined
  let lastReported: Pick<INPMetric, 'id' | 'value'> | undefined
  onINP(
    metric => {
      latest = metric
    },
    { reportAllChanges: true },
  )
  document.addEventListener(
    'visibilitychange',
    guard(() => {
      if (!latest || document.visibilityState !== 'hidden') return
      const { id, value } = latest
      const before = lastReported?.id === id ? lastReported.value : 0
      if (before === value) return
      lastReported = { id, value }
      record({ ...latest, delta: value - before })
    }),
  )
}

type GetTarget = (entry: PerformanceEntry) => string | undefined

const maxKeptEvents = 10

/** Describes the elements of entries while they are in the page: when a vital is reported they may be gone. */
function rememberTargets({ guard }: Signals): GetTarget {
  const targets = new WeakMap<PerformanceEntry, string>()
  // An entry whose element its own interaction removes never has it; the event has.
  const events: Event[] = []
  for (const type of ['pointerdown', 'pointerup', 'click', 'keydown', 'keyup']) {
    document.addEventListener(
      type,
      event => {
        events.push(event)
        if (events.length > maxKeptEvents) events.shift()
      },
      true,
    )
  }
  const observer = new PerformanceObserver(
    guard((list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) {
        const element = elementOf(entry) ?? events.find(({ timeStamp }) => timeStamp === entry.startTime)?.target
        if (element instanceof Element) targets.set(entry, describeElement(element))
      }
    }),
  )
  for (const type of ['event', 'first-input', 'layout-shift', 'largest-contentful-paint']) {
    // Browsers ignore unknown types.
    observer.observe({ type, buffered: true, durationThreshold: 40 })
  }
  return entry => targets.get(entry)
}

function elementOf(entry: PerformanceEntry): unknown {
  if ('element' in entry) return entry.element
  if ('target' in entry) return entry.target
  const sources: unknown = 'sources' in entry ? entry.sources : undefined
  if (!Array.isArray(sources)) return undefined
  return sources.map(source => source?.node).find(node => node instanceof Element)
}

/** Milliseconds from the request of the page, or the activation of a prerendered one, to its first byte; a restored page has none. */
function firstByteMs({ navigationType }: Metric): number {
  const timing = navigationType === restored ? undefined : readNavigationTiming()
  return timing ? Math.max(0, timing.responseStart - (timing.activationStart ?? 0)) : 0
}

/** The four parts that add up to LCP. @see https://web.dev/articles/optimize-lcp */
function attributeLcp(metric: LCPMetric, targetOf: GetTarget, scrub: Signals['scrub']): Attribution {
  const { value, entries } = metric
  const entry = entries.at(-1)
  const activationMs = readNavigationTiming()?.activationStart ?? 0
  const resource = performance
    .getEntriesByType('resource')
    .findLast(({ name, startTime }) => name === entry?.url && startTime <= entry.startTime)
  const firstByte = firstByteMs(metric)
  const requestedMs = Math.max(firstByte, (resource?.startTime ?? 0) - activationMs)
  const endMs = resource ? resource.startTime + resource.duration - activationMs : 0
  const loadedMs = Math.min(value, Math.max(requestedMs, endMs))
  return {
    target: entry && targetOf(entry),
    url: entry?.url ? scrub(entry.url) : undefined,
    time_to_first_byte: firstByte,
    resource_load_delay: requestedMs - firstByte,
    resource_load_duration: loadedMs - requestedMs,
    element_render_delay: value - loadedMs,
  }
}

function attributeCls({ entries }: CLSMetric, targetOf: GetTarget): Attribution {
  const [largest] = [...entries].sort((one, other) => other.value - one.value)
  return {
    largest_shift_target: largest && targetOf(largest),
    largest_shift_value: largest?.value,
    largest_shift_time: largest?.startTime,
  }
}

function attributeInp({ value, entries }: INPMetric, targetOf: GetTarget): Attribution {
  const [first] = entries
  if (!first) return {}
  const processedMs = Math.max(...entries.map(entry => entry.processingEnd)) - first.startTime
  const inputDelay = first.processingStart - first.startTime
  return {
    interaction_target: entries.map(targetOf).find(target => target !== undefined),
    interaction_type: first.name.startsWith('key') ? 'keyboard' : 'pointer',
    interaction_time: first.startTime,
    input_delay: inputDelay,
    processing_duration: processedMs - inputDelay,
    presentation_delay: Math.max(0, value - processedMs),
  }
}
