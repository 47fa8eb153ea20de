import type { Ns } from '../units.ts'

/** Until when an issue is muted. Nothing is muted without a rule that wakes it. */
export type MuteRule =
  | { readonly until: 'time'; readonly atNs: Ns }
  /** So many more from then on; `rate` is so many within an hour. */
  | { readonly until: 'events' | 'sessions' | 'rate'; readonly count: number }

/** Since when an issue is taken for fixed: at once, in a release, or in the first release that comes after it was said. */
export type ResolveRule = { readonly in: 'now' | 'next' } | { readonly in: 'release'; readonly release: string }

/** Whether words are some that a message can be told by: they have a letter or a digit. */
export const hasLetterOrDigit = (words: string) => /[\p{L}\p{N}]/u.test(words)

/** A grouping rule takes at most so many issues. */
export const MAX_ISSUES_OF_RULE = 1_000

const COUNTED = ['events', 'sessions', 'rate'] as const

/** As a statement's value: `events 100`, `time 1763794800000000000`. */
export function writeMuteRule(rule: MuteRule): string {
  return rule.until === 'time' ? `time ${rule.atNs}` : `${rule.until} ${rule.count}`
}

/** @returns undefined for what is no rule: then nothing is muted. */
export function readMuteRule(text: string): MuteRule | undefined {
  const [, kind = '', digits = ''] = /^(time|events|sessions|rate) (\d{1,19})$/.exec(text) ?? []
  if (kind === 'time') return { until: 'time', atNs: BigInt(digits) }
  const until = COUNTED.find(name => name === kind)
  const count = Number(digits)
  return until !== undefined && count > 0 && Number.isSafeInteger(count) ? { until, count } : undefined
}

/** As a statement's value: `now`, `next`, `release 2.4.1`. */
export function writeResolveRule(rule: ResolveRule): string {
  return rule.in === 'release' ? `release ${rule.release}` : rule.in
}

/** @returns undefined for what is no rule: then nothing is resolved. */
export function readResolveRule(text: string): ResolveRule | undefined {
  if (text === 'now' || text === 'next') return { in: text }
  const release = /^release (.+)$/s.exec(text)?.[1]
  return release === undefined ? undefined : { in: 'release', release }
}
