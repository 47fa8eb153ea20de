import type { DropSample } from '../../../store/noise/list-drop-samples.ts'
import type { DropsByName } from '../../../store/noise/list-drops-by.ts'
import { readConvention } from '../../../store/schema/conventions.ts'

/** The first match counts: browsers also name those before them. */
const USER_AGENTS = [
  [/\b(kube-probe|GoogleHC|ELB-HealthChecker|curl|Wget|python-requests|Go-http-client|node|undici|axios)\b/i, '$1'],
  [/\b([\w-]*(?:bot|crawler|spider|monitor|uptime)[\w-]*)/i, '$1'],
  [/\bEdg\w*\/(\d+)/, 'Edge $1'],
  [/\bOPR\/(\d+)/, 'Opera $1'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox $1'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome $1'],
  [/\bVersion\/(\d+)\S* (?:Mobile\S* )?Safari/, 'Safari $1'],
] as const

/** The sender by its user agent: a browser with its major version, a prober or a bot by name; '' if unset. */
export function describeUserAgent(sample: Pick<DropSample, 'attributes' | 'resource'>): string {
  const userAgent = readConvention('browser', sample)
  for (const [pattern, name] of USER_AGENTS) {
    const found = pattern.exec(userAgent)
    if (found !== null) return name.replace('$1', found[1] ?? '')
  }
  if (userAgent !== '') return userAgent.slice(0, 40)
  const platform = sample.resource['browser.platform'] ?? ''
  return platform === '' ? '' : `Chromium on ${platform}`
}

/** How many samples each user agent sent, which is representative because samples are chosen at random. Most first, then by name. */
export function countUserAgents(samples: readonly DropSample[]): readonly DropsByName[] {
  return [...Map.groupBy(samples, describeUserAgent)]
    .map(([name, { length }]) => ({ name, removed: length }))
    .toSorted((a, b) => b.removed - a.removed || a.name.localeCompare(b.name))
}
