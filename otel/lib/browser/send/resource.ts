import type { BrowserOptions } from '../options.ts'

declare global {
  interface Navigator {
    /** Chromium only. */
    readonly userAgentData?: { readonly mobile: boolean; readonly platform: string }
  }
}

/**
 * What is said of the browser on everything it sends.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/resource/browser/
 */
export function describeResource(
  { release, serviceName, environment }: BrowserOptions,
  hasConsent: boolean | undefined,
): Record<string, string | boolean> {
  const described: Record<string, string | boolean> = {}
  const facts = {
    'service.name': serviceName ?? 'browser',
    'service.version': release,
    'deployment.environment.name': environment,
    'telemetry.sdk.name': 'opentelemetry',
    'telemetry.sdk.language': 'webjs',
    'browser.language': navigator.language,
    'browser.mobile': navigator.userAgentData?.mobile,
    'browser.platform': navigator.userAgentData?.platform,
    'user_agent.original': hasConsent ? navigator.userAgent : undefined,
  }
  for (const [name, fact] of Object.entries(facts)) if (fact !== undefined && fact !== '') described[name] = fact
  return described
}
