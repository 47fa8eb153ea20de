import { z } from 'zod'
import { compareByTime, type IssueEvent } from './derive-state.ts'
import { issueIdOf } from './issue-id.ts'
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
export function writeRule({ name, type, service, route, words }: GroupingRule): string {
  return JSON.stringify({ name, type, service, route, words })
}

/** @returns undefined for an invalid rule, which matches nothing. */
export function readRule(text: string): GroupingRule | undefined {
  try {
    const { success, data } = written.safeParse(JSON.parse(text))
    return success && isRule(data) ? data : undefined
  } catch {
    return undefined // not written by us
  }
}

/** Whether a rule has a name and at least one usable condition. */
export const isRule = ({ name, type, service, route, words }: GroupingRule) =>
  name !== '' && [type, service, route, words].some(Boolean) && (words === '' || hasLetterOrDigit(words))

/** The issue that a rule creates; its id is derived from the rule's name. */
export const issueOfRule = (name: string) => issueIdOf('rule', name)

/** The active rules, in order of precedence: the oldest first. */
export function activeRules(issueEvents: ReadonlyMap<string, readonly IssueEvent[]>): ActiveRule[] {
  return [...issueEvents]
    .flatMap(([issue, events]) =>
      events.flatMap(({ what, value, batch, atNs }) => {
        const rule = what === 'rule' ? readRule(value) : undefined
        return rule === undefined ? [] : [{ rule, issue, batch, atNs }]
      }),
    )
    .toSorted(compareByTime)
}

const written = z.object({
  name: z.string(),
  type: z.string(),
  service: z.string(),
  route: z.string(),
  words: z.string(),
})
