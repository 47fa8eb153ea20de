import type { IssueOfException } from '../../../store/issues/find-issue-of.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import type { IssueReference } from '../event/issue-link.tsx'

export function describeIssue({ issue, rule, isMerged, words }: IssueOfException): IssueReference {
  const why = [rule && `by rule “${rule.name}”`, isMerged && `${rule ? 'and' : 'it was'} merged into this one by hand`]
  return { issue, name: exceptionTitle(words, ''), why: why.filter(Boolean).join(' ') }
}
