import { formatAmount, formatShare } from '../../format/amount.ts'
import { compareCounts } from '../../insights/change.ts'
import { writeChange } from '../../insights/write-change.ts'
import type { RuleSummary } from './query-drop-counts.server.ts'

type Drops = Pick<RuleSummary, 'removed' | 'spans' | 'events' | 'logs' | 'before' | 'all'>

/** What all rules dropped, in a sentence: `91 records dropped, 0.49 % of 18.6 k, down 28 %`. */
export function describeTotal(rules: readonly Drops[]): string {
  const sum = (count: (of: Drops) => number) => rules.reduce((total, rule) => total + count(rule), 0)
  const [records, events, before] = [
    sum(({ spans, logs }) => spans + logs),
    sum(rule => rule.events),
    sum(rule => rule.before),
  ]
  if (records + events === 0)
    return before === 0 ? 'Nothing dropped' : `Nothing dropped, ${formatAmount(before)} before`
  const all = rules[0]?.all ?? 0
  const kinds = [
    ...(records > 0 || events === 0 ? [count(records, 'record')] : []),
    ...(events > 0 ? [count(events, 'span event')] : []),
  ]
  const text = [
    `${kinds.join(' and ')} dropped`,
    ...(records === 0 ? [] : [`${formatShare(records, all)} of ${formatAmount(all)}`]),
    writeChange(compareCounts({ now: records + events, before })),
  ].join(', ')
  // A number stays on the line of its unit.
  return text.replaceAll(/(?<=\d) (?=[%kMGT])/g, '\u00a0')
}

const count = (items: number, noun: string) => `${formatAmount(items)} ${noun}${items === 1 ? '' : 's'}`
