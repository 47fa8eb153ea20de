import type { IssueOfException } from '../../../store/issues/find-issue-of.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import type { IssueReference } from '../event/issue-link.tsx'
import { describeSplit } from './describe-state.ts'

export function describeIssue({ issue, partedBy, isMerged, words }: IssueOfException): IssueReference {
  const parted =
    partedBy &&
    (partedBy.by === 'rule' ? `by rule “${partedBy.name}”` : `what has ${describeSplit(partedBy)} was parted by hand`)
  const why = [parted, isMerged && `${parted ? 'and' : 'it was'} merged into this one by hand`]
  return { issue, name: exceptionTitle(words, ''), why: why.filter(Boolean).join(' ') }
}
