import type { IngestedCounts } from '../../../store/pipeline/count-ingested.ts'

/** Rules that drop whole transactions; the others drop exceptions. */
const TRANSACTION_DROP_RULES = new Set(['health-check', 'not-found'])

/**
 * The rules that removed something of a trace, except those that the stored rows contradict: anybody can send noise with the id of an existing
 * trace, and a trace that is stored must not be reported as dropped.
 */
export function listDropRulesOfTrace(stored: IngestedCounts, rules: readonly string[]): string[] {
  return rules.filter(rule => (TRANSACTION_DROP_RULES.has(rule) ? stored.spans === 0 : stored.exceptions === 0))
}
