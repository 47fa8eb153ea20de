import { DROP_RULES } from '../../../store/noise/drop-rules.ts'
import type { FoundDrop } from '../../../store/noise/find-drop.ts'
import type { IngestedCounts } from '../../../store/pipeline/count-ingested.ts'

const TRANSACTION_DROP_RULES = new Set(
  DROP_RULES.filter(({ removes }) => removes === 'transactions').map(({ name }) => name),
)

/**
 * The rules that removed something of a trace, as far as servers sent it, except those that their stored rows contradict. What browsers sent
 * is no evidence either way: they can name any trace.
 */
export function listDropRulesOfTrace(
  { serverSpans, serverExceptions }: IngestedCounts,
  drops: readonly Pick<FoundDrop, 'rule' | 'sender'>[],
): string[] {
  return drops
    .filter(({ sender }) => sender === 'server')
    .map(({ rule }) => rule)
    .filter(rule => (TRANSACTION_DROP_RULES.has(rule) ? serverSpans === 0 : serverExceptions === 0))
}
