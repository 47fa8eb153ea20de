import { z } from 'zod'
import { type IssueEvent, inOrder } from './derive-state.ts'
import { issueIdOf } from './issue-id.ts'
import { hasLetterOrDigit } from './rules.ts'

/** What a person says of grouping: all exceptions that fit are one issue. Every condition holds; '' holds of any exception. */
export interface GroupingRule {
  /** Which one it is: what is said under the same name is its next version. */
  readonly name: string
  readonly type: string
  readonly service: string
  readonly route: string
  /** Words of the message in their order, one space between them. */
  readonly words: string
}

/** A rule that holds, and the click that it came by. */
export interface ActiveRule {
  readonly rule: GroupingRule
  readonly issue: string
  readonly batch: string
}

/** As a statement's value. */
export function writeRule({ name, type, service, route, words }: GroupingRule): string {
  return JSON.stringify({ name, type, service, route, words })
}

/** @returns undefined for what is no rule: then it takes nothing. */
export function readRule(text: string): GroupingRule | undefined {
  try {
    const { success, data } = written.safeParse(JSON.parse(text))
    return success && isRule(data) ? data : undefined
  } catch {
    return undefined // not written by us
  }
}

/** Whether it has a name and something to go by: words are such where they have a letter or a digit. */
export const isRule = ({ name, type, service, route, words }: GroupingRule) =>
  name !== '' && [type, service, route, words].some(Boolean) && (words === '' || hasLetterOrDigit(words))

/** The issue that a rule makes: a name that follows from its own. */
export const issueOfRule = (name: string) => issueIdOf('rule', name)

/** The rules that hold, in the order in which they take exceptions: of two that fit, the one that was said first. */
export function activeRules(issueEvents: ReadonlyMap<string, readonly IssueEvent[]>): ActiveRule[] {
  return [...issueEvents]
    .flatMap(([issue, events]) =>
      events.flatMap(({ what, value, batch, atNs }) => {
        const rule = what === 'rule' ? readRule(value) : undefined
        return rule === undefined ? [] : [{ rule, issue, batch, atNs }]
      }),
    )
    .toSorted(inOrder)
}

const written = z.object({
  name: z.string(),
  type: z.string(),
  service: z.string(),
  route: z.string(),
  words: z.string(),
})
