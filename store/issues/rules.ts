import type { Ns } from '../units.ts'

/** When a mute ends. Every mute has such a rule. */
export type MuteRule =
  | { readonly until: 'time'; readonly atNs: Ns }
  /** Ends after `count` more events or sessions; `rate`: after `count` events within an hour. */
  | { readonly until: 'events' | 'sessions' | 'rate'; readonly count: number }

/** When a fix applies: at once, in a release, or in the next release. */
export type ResolveRule = { readonly in: 'now' | 'next' } | { readonly in: 'release'; readonly release: string }

/** Whether text can be searched for in a message. */
export const hasLetterOrDigit = (words: string) => /[\p{L}\p{N}]/u.test(words)

/** A grouping rule may match at most so many issues. */
export const MAX_ISSUES_OF_RULE = 1_000

const MUTE_THRESHOLDS = ['events', 'sessions', 'rate'] as const

/** The value of an event: `events 100`, `time 1763794800000000000`. */
export function writeMuteRule(rule: MuteRule): string {
  return rule.until === 'time' ? `time ${rule.atNs}` : `${rule.until} ${rule.count}`
}

/** @returns undefined for an invalid rule, which mutes nothing. */
export function readMuteRule(text: string): MuteRule | undefined {
  const [, kind = '', digits = ''] = /^(time|events|sessions|rate) (\d{1,19})$/.exec(text) ?? []
  if (kind === 'time') return { until: 'time', atNs: BigInt(digits) }
  const until = MUTE_THRESHOLDS.find(name => name === kind)
  const count = Number(digits)
  return until !== undefined && count > 0 && Number.isSafeInteger(count) ? { until, count } : undefined
}

/** The value of an event: `now`, `next`, `release 2.4.1`. */
export function writeResolveRule(rule: ResolveRule): string {
  return rule.in === 'release' ? `release ${rule.release}` : rule.in
}

/** @returns undefined for an invalid rule, which resolves nothing. */
export function readResolveRule(text: string): ResolveRule | undefined {
  if (text === 'now' || text === 'next') return { in: text }
  const release = /^release (.+)$/s.exec(text)?.[1]
  return release === undefined ? undefined : { in: 'release', release }
}
