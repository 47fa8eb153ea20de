import type { IssueOfException } from '../../../store/issues/find-issue-of.ts'
import { exceptionTitle } from '../../format/exception-title.ts'

/** The issue in which an exception counts, as its page shows it. */
export interface ToldIssue {
  readonly issue: string
  /** What it is called, where it is another than the stored one; '' otherwise. */
  readonly name: string
  /** Why it counts there; '' where it was not merged. */
  readonly why: string
}

export function tellIssue({ issue, rule, isMerged, words }: IssueOfException): ToldIssue {
  const why = [rule && `by rule “${rule.name}”`, isMerged && `${rule ? 'and' : 'it was'} merged into this one by hand`]
  return { issue, name: exceptionTitle(words, ''), why: why.filter(Boolean).join(' ') }
}
