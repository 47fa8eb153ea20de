import { type MetricWithAttribution, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals/attribution'
import { scrubUrl } from '../scrub-url.ts'
import type { OpenSpan } from './recorder.ts'
import { type Attributes, info, type Signals } from './signals.ts'

/**
 * Records LCP, INP, CLS, FCP and TTFB with what they are attributed to, on the page load's span.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/browser/browser-events/ for `browser.web_vital`
 */
export function watchWebVitals(
  signals: Signals,
  { pageLoad, allowedParams }: { pageLoad: OpenSpan; allowedParams: readonly string[] },
): void {
  const record = (metric: MetricWithAttribution) => {
    const { name, value, delta, id, rating, navigationType, attribution } = metric
    const attributes: Attributes = {
      'browser.web_vital.name': name.toLowerCase(),
      'browser.web_vital.value': value,
      'browser.web_vital.delta': delta,
      'browser.web_vital.id': id,
      'browser.web_vital.rating': rating,
      'browser.web_vital.navigation_type': navigationType,
    }
    for (const [key, fact] of Object.entries(attribution)) {
      const attribute = `errata.web_vital.${key.replace(/[A-Z]+/g, capitals => `_${capitals.toLowerCase()}`)}`
      if (typeof fact === 'number') attributes[attribute] = fact
      // Targets are selectors of ids, classes and tags, never text.
      else if (typeof fact === 'string') attributes[attribute] = key === 'url' ? scrubUrl(fact, allowedParams) : fact
    }
    const restored = navigationType === 'back-forward-cache'
    signals.log({ eventName: 'browser.web_vital', severity: info, attributes, parent: restored ? undefined : pageLoad })
  }
  for (const on of [onTTFB, onFCP, onLCP, onCLS, onINP]) on(record)
}
