import type { IssueOfException } from '../../../store/issues/find-issue-of.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import type { ToldIssue } from '../event/issue-link.tsx'
import { partInWords } from './describe-state.ts'

export function tellIssue({ issue, partedBy, isMerged, words }: IssueOfException): ToldIssue {
  const parted =
    partedBy &&
    (partedBy.by === 'rule' ? `by rule “${partedBy.name}”` : `what has ${partInWords(partedBy)} was parted by hand`)
  const why = [parted, isMerged && `${parted ? 'and' : 'it was'} merged into this one by hand`]
  return { issue, name: exceptionTitle(words, ''), why: why.filter(Boolean).join(' ') }
}
