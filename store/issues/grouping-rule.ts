import { createHash } from 'node:crypto'
import { z } from 'zod'
import { compareIssueEventsByTime, type IssueEvent } from './derive-state.ts'
import { hasLetterOrDigit } from './rules.ts'

/** All exceptions that match are one issue. All conditions must match; '' matches any exception. */
export interface GroupingRule {
  /** Identifies the rule: saving under the same name makes the next version. */
  readonly name: string
  readonly type: string
  readonly service: string
  readonly route: string
  /** Words that the message contains in this order, separated by single spaces. */
  readonly words: string
}

/** An active rule, and the batch that created it. */
export interface ActiveRule {
  readonly rule: GroupingRule
  readonly issue: string
  readonly batch: string
}

/** The value of a rule event. */
export function serializeGroupingRule({ name, type, service, route, words }: GroupingRule): string {
  return JSON.stringify({ name, type, service, route, words })
}

/** @returns undefined for an invalid rule, which matches nothing. */
export function parseGroupingRule(text: string): GroupingRule | undefined {
  try {
    const { success, data } = storedRuleSchema.safeParse(JSON.parse(text))
    return success && isValidGroupingRule(data) ? data : undefined
  } catch {
    return undefined // not written by us
  }
}

/** Whether a rule has a name and at least one usable condition. */
export const isValidGroupingRule = ({ name, type, service, route, words }: GroupingRule) =>
  name !== '' && [type, service, route, words].some(Boolean) && (words === '' || hasLetterOrDigit(words))

/** The issue that a rule creates; its id is derived from the rule's name. */
export const groupingRuleIssueId = (name: string) => createIssueId('rule', name)

/** The active rules, in order of precedence: the oldest first. */
export function listActiveRules(issueEvents: ReadonlyMap<string, readonly IssueEvent[]>): ActiveRule[] {
  return [...issueEvents]
    .flatMap(([issue, events]) =>
      events.flatMap(({ what, value, batch, atNs }) => {
        const rule = what === 'rule' ? parseGroupingRule(value) : undefined
        return rule === undefined ? [] : [{ rule, issue, batch, atNs }]
      }),
    )
    .toSorted(compareIssueEventsByTime)
}

const storedRuleSchema = z.object({
  name: z.string(),
  type: z.string(),
  service: z.string(),
  route: z.string(),
  words: z.string(),
})

/** An id for an issue that people created: equal for equal parts. */
const createIssueId = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
