import type { DropSample } from '../../../store/noise/list-drop-samples.ts'
import type { DropsByName } from '../../../store/noise/list-drops-by.ts'

/** The first that fits: browsers name those before them as well. */
const USER_AGENTS = [
  [/\b(kube-probe|GoogleHC|ELB-HealthChecker|curl|Wget|python-requests|Go-http-client|node|undici|axios)\b/i, '$1'],
  [/\b([\w-]*(?:bot|crawler|spider|monitor|uptime)[\w-]*)/i, '$1'],
  [/\bEdg\w*\/(\d+)/, 'Edge $1'],
  [/\bOPR\/(\d+)/, 'Opera $1'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox $1'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome $1'],
  [/\bVersion\/(\d+)\S* (?:Mobile\S* )?Safari/, 'Safari $1'],
] as const

/** Who sent it, by what it said of itself: a browser with its main version, a prober or a bot by its name; '' where it said nothing. */
export function describeUserAgent({ attributes, resource }: Pick<DropSample, 'attributes' | 'resource'>): string {
  const userAgent = attributes['user_agent.original'] ?? resource['user_agent.original'] ?? ''
  for (const [pattern, name] of USER_AGENTS) {
    const found = pattern.exec(userAgent)
    if (found !== null) return name.replace('$1', found[1] ?? '')
  }
  if (userAgent !== '') return userAgent.slice(0, 40)
  const platform = resource['browser.platform'] ?? ''
  return platform === '' ? '' : `Chromium on ${platform}`
}

/** How many of the samples each sent: a fair sample, as chance alone chooses them. Most first, then by name. */
export function countUserAgents(samples: readonly DropSample[]): readonly DropsByName[] {
  return [...Map.groupBy(samples, describeUserAgent)]
    .map(([name, { length }]) => ({ name, removed: length }))
    .toSorted((a, b) => b.removed - a.removed || a.name.localeCompare(b.name))
}
