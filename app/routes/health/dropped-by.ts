import type { Arrival } from '../../../store/pipeline/has-arrived.ts'

/** Rules that take whole transactions; the others take exceptions. */
const OF_TRANSACTIONS = new Set(['health-check', 'not-found'])

/**
 * The rules that removed something of a trace, without those that what is stored speaks against: anybody can send noise that bears the id of
 * a trace, and nobody is to be told that it was dropped while it is there.
 */
export function droppedBy(stored: Arrival, rules: readonly string[]): string[] {
  return rules.filter(rule => (OF_TRANSACTIONS.has(rule) ? stored.spans === 0 : stored.exceptions === 0))
}
