import type { Span } from '../../../store/traces/list-spans.ts'
import { clipLine } from '../../format/clip.ts'
import { describeSpanFailure } from '../../insights/describe-span-failure.ts'

/** What a row says beside what the tree of its trace knows. */
export interface RowDetail {
  readonly name: string
  /** The HTTP status that it sent or received; 0 if there is none, or it is none of a failure. */
  readonly answer: number
  /** Why it failed; '' if it has not, or nothing tells. */
  readonly failure: string
}

const MAX_NAME_CHARS = 300

export function detailOf(span: Span): RowDetail {
  const { name, callee = '', answer } = span
  return {
    name: clipLine(callee === '' ? name : `${name} ${callee}`, MAX_NAME_CHARS),
    answer: answer >= 400 ? answer : 0,
    failure: describeSpanFailure(span),
  }
}
