import type { GroupingRule } from '../../../store/issues/grouping-rule.ts'

/** A condition that stored exceptions meet. */
export interface SuggestedCondition {
  readonly name: 'type' | 'route' | 'service'
  readonly value: string
  /** The rule with it in place of what matched nothing. */
  readonly rule: GroupingRule
}

const NAMES = ['type', 'route', 'service'] as const
const MAX_SUGGESTED = 4

/**
 * Stored values that contain what a rule looks for elsewhere, or as a whole: `cart` in messages, where the route is `/cart`.
 *
 * @param values frequent ones by field
 */
export function suggestConditions(
  rule: GroupingRule,
  values: Readonly<Record<string, readonly { readonly value: string }[]>>,
): SuggestedCondition[] {
  return NAMES.flatMap(name =>
    (values[name] ?? []).flatMap(({ value }) => {
      const sought = rule[name] === '' ? rule.words : rule[name]
      const found = value.toLowerCase()
      const isNear =
        sought !== '' &&
        value !== sought &&
        sought
          .toLowerCase()
          .split(' ')
          .every(word => found.includes(word))
      if (!isNear) return []
      return { name, value, rule: { ...rule, ...(rule[name] === '' && { words: '' }), [name]: value } }
    }),
  ).slice(0, MAX_SUGGESTED)
}
