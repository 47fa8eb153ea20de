import { defaultResource } from '@opentelemetry/resources'
import type { BrowserOptions } from '../entry/options.ts'
import type { AttributeValue } from './signals.ts'

declare global {
  interface Navigator {
    /** Chromium only. */
    readonly userAgentData?: { readonly mobile: boolean; readonly platform: string }
  }
}

/**
 * Resource attributes of the browser.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/resource/browser/
 */
export function describeResource(
  { release, serviceName, environment }: BrowserOptions,
  hasConsent: boolean | undefined,
): Readonly<Record<string, unknown>> {
  const { language, userAgentData, userAgent } = navigator
  const facts: Record<string, AttributeValue> = {
    'service.name': serviceName || 'browser',
    'service.version': release || undefined,
    'deployment.environment.name': environment || undefined,
    'browser.language': language,
    'browser.mobile': userAgentData?.mobile,
    'browser.platform': userAgentData?.platform || undefined,
    'user_agent.original': hasConsent ? userAgent : undefined,
  }
  // The SDK adds its own name and version.
  return { ...defaultResource().attributes, ...facts }
}
