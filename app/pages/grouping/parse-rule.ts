import type { GroupingRule } from '../../../store/issues/grouping-rule.ts'
import { hasLetterOrDigit } from '../../../store/issues/rules.ts'
import type { InvalidFilter } from '../../url/codec.ts'

/** Names of a rule's fields in URLs and forms; none is a parameter of the scope. */
export const RULE_FIELDS = { name: 'name', type: 'type', words: 'words', route: 'route', service: 'sender' } as const

/** The parameter that requests a preview of the rule in the URL. */
export const PREVIEW_PARAM = 'try'

/** Maximum of a condition, and of a name. */
export const MAX_CHARS = 200
export const MAX_NAME_CHARS = 60

export interface ParsedRule {
  readonly rule: GroupingRule
  readonly filterErrors: readonly InvalidFilter[]
}

/** Parses a rule that a reader wrote; an invalid one has errors. */
export function parseRuleFields(fields: Pick<FormData | URLSearchParams, 'get'>): ParsedRule {
  const text = (name: keyof typeof RULE_FIELDS) => {
    const value = fields.get(RULE_FIELDS[name])
    return typeof value === 'string' ? value.trim() : ''
  }
  const rule = {
    name: text('name')
      .replaceAll(/[\s\p{C}]+/gu, ' ')
      .trim(),
    type: text('type'),
    service: text('service'),
    route: text('route'),
    words: text('words').replaceAll(/\s+/g, ' '),
  }
  return { rule, filterErrors: validateRule(rule) }
}

function validateRule(rule: GroupingRule): InvalidFilter[] {
  const filterErrors: InvalidFilter[] = []
  const fault = (name: keyof GroupingRule, message: string) =>
    filterErrors.push({ param: RULE_FIELDS[name], input: rule[name], message })
  const { name, type, service, route, words } = rule
  if (name === '') fault('name', 'Enter a name.')
  if (name.length > MAX_NAME_CHARS) fault('name', `The name can have at most ${MAX_NAME_CHARS} characters.`)
  if ([type, service, route, words].every(text => text === '')) {
    fault('words', 'Enter at least one condition.')
  }
  if (words !== '' && !hasLetterOrDigit(words)) fault('words', 'Enter at least one letter or digit.')
  for (const condition of ['type', 'service', 'route', 'words'] as const) {
    if (rule[condition].length > MAX_CHARS) fault(condition, `Enter at most ${MAX_CHARS} characters.`)
  }
  return filterErrors
}

/** The conditions as text that follows “exceptions”. */
export function describeRule({ type, service, route, words }: GroupingRule): string {
  return [
    type && `of type ${type}`,
    words && `with “${words.replaceAll(' ', ' … ')}” in the message`,
    route && `on route ${route}`,
    service && `of service ${service}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** A rule as URL parameters. */
export function ruleParams(rule: GroupingRule): [string, string][] {
  const names = ['name', 'type', 'words', 'route', 'service'] as const
  return names.filter(name => rule[name] !== '').map(name => [RULE_FIELDS[name], rule[name]])
}
