import { nameWithCallee } from '../../../store/spans/name-with-callee.ts'
import type { Span } from '../../../store/traces/list-spans.ts'
import { clipLine } from '../../format/clip.ts'
import { describeSpanFailure } from '../../insights/describe-span-failure.ts'

/** Facts of a row that the tree of its trace does not have. */
export interface RowDetail {
  readonly name: string
  /** The HTTP status that it sent or received; 0 if there is none, or it is none of a failure. */
  readonly answer: number
  /** The reason why it failed; '' if it has not, or nothing tells. */
  readonly failure: string
}

const MAX_NAME_CHARS = 300

export function detailOf(span: Span): RowDetail {
  const { name, callee, answer } = span
  return {
    name: clipLine(nameWithCallee(name, callee), MAX_NAME_CHARS),
    answer: answer >= 400 ? answer : 0,
    failure: describeSpanFailure(span),
  }
}
