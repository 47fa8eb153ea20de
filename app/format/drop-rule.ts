import { DROP_RULES } from '../../store/noise/drop-rules.ts'

const SUBJECTS: ReadonlyMap<string, string> = new Map(DROP_RULES.map(({ name, subject }) => [name, subject]))

/** The heading of a drop rule; for a custom rule its name. */
export function formatDropRuleTitle(rule: string): string {
  return SUBJECTS.get(rule)?.replace(/^./, first => first.toUpperCase()) ?? rule
}

/** The title of a drop rule's own page. */
export function formatDropRulePageTitle(rule: string): string {
  return `Drop rule: ${SUBJECTS.get(rule) ?? rule}`
}

/** A drop rule within a sentence; for a custom rule its name. */
export function formatDropRule(rule: string): string {
  const subject = SUBJECTS.get(rule)
  return subject === undefined ? `the drop rule ${rule}` : `the rule for ${subject}`
}
