const WORDS: ReadonlyMap<string, string> = new Map([
  ['cross-origin-script-error', 'the rule for cross-origin script errors'],
  ['resize-observer-loop', 'the rule for ResizeObserver loop notices'],
  ['health-check', 'the rule for health checks'],
  ['not-found', 'the rule for 404 pages'],
])

/** A drop rule as a sentence names it; one of somebody's own configuration by its own name. */
export function formatDropRule(rule: string): string {
  return WORDS.get(rule) ?? `the drop rule ${rule}`
}
