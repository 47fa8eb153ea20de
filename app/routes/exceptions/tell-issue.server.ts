import type { IssueOfException } from '../../../store/issues/find-issue-of.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import { partInWords } from '../issues/state-in-words.ts'

/** The issue in which an exception counts, as its page shows it. */
export interface ToldIssue {
  readonly issue: string
  /** What it is called, where somebody's hand led to another than the one like it; '' else. */
  readonly name: string
  /** Why it counts there; '' where nobody's hand led there. */
  readonly why: string
}

export function tellIssue({ issue, partedBy, isMerged, words }: IssueOfException): ToldIssue {
  const parted =
    partedBy &&
    (partedBy.by === 'rule' ? `by rule “${partedBy.name}”` : `what has ${partInWords(partedBy)} was parted by hand`)
  const why = [parted, isMerged && `${parted ? 'and' : 'it was'} merged into this one by hand`]
  return { issue, name: exceptionTitle(words, ''), why: why.filter(Boolean).join(' ') }
}
