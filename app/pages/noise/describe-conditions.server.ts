import {
  type DropCondition,
  type DropConditionValue,
  parseCondition,
} from '../../../store/drop-preview/parse-condition.ts'
import type { ConditionsByDropRule } from '../../data/drop-rules.ts'

/** The first condition of a rule. */
export interface DescribedCondition {
  /** In short, and how many there are: `1 of 2: errata.transaction.route = /404`. */
  readonly text: string
  /** As the Collector reads it. */
  readonly exact: string
}

/** By rule; empty if they cannot be read. */
export function describeConditions(read: ConditionsByDropRule): ReadonlyMap<string, DescribedCondition> {
  if ('fault' in read) return new Map()
  return new Map(
    read.rules.flatMap(({ rule, conditions }) =>
      conditions.slice(0, 1).map(({ text }) => {
        const of = conditions.length > 1 ? `1 of ${conditions.length}: ` : ''
        return [rule, { text: `${of}${describeCondition(text)}`, exact: text }] as const
      }),
    ),
  )
}

/** In the Collector's language if it has what {@link parseCondition} lacks. */
export function describeCondition(text: string): string {
  const read = parseCondition(text)
  return 'fault' in read ? text : describe(read.condition)
}

function describe(condition: DropCondition): string {
  switch (condition.is) {
    case 'any':
      return `(${condition.of.map(describe).join(' or ')})`
    case 'all':
      return condition.of.map(describe).join(' and ')
    case 'not':
      return `not (${describe(condition.of)})`
    case 'constant':
      return String(condition.value)
    case 'match':
      return `${describeValue(condition.value)} like ${shortenPattern(condition.pattern)}`
    case 'equal':
      if (condition.to === undefined) return `no ${describeValue(condition.value)}`
      return `${describeValue(condition.value)} = ${condition.to || '""'}`
  }
}

const OPTIONAL = /(?:\((?:[^()]|\([^()]*\))*\)|\\.|\/)[?*]/g

/** A regular expression without its flags and anchors, and without what is optional. */
const shortenPattern = (pattern: string) =>
  pattern
    .replace(/^\(\?[a-z]+\)/, '')
    .replaceAll(OPTIONAL, '')
    .replaceAll(/^\^|\$$/g, '')
    .replaceAll(/\\([[\].])/g, '$1')

function describeValue(value: DropConditionValue): string {
  if (value.is === 'coalesce') return value.of.map(describeValue).join(' or ')
  return value.is === 'attribute' ? value.key : value.is
}
