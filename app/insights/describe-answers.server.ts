import type { Span } from '../../store/traces/list-spans.ts'
import { clipLine } from '../format/clip.ts'

type Answering = Pick<Span, 'spanId' | 'service' | 'isLocalRoot' | 'failed' | 'httpStatus' | 'isBrowser'>

interface AnsweringTrace {
  readonly root: Answering
  readonly spans: readonly Answering[]
}

/**
 * What a failed service answered, and what the visitor got: `checkout answered 402, page showed 200`; '' if no service below the root
 * answered with a failure. Of several that did, the last to start is named, which the others called.
 */
export function describeAnswers({ root, spans }: AnsweringTrace): string {
  const isRoot = (of: Answering) => of.spanId === root.spanId && of.service === root.service
  const failed = spans.findLast(of => !isRoot(of) && of.isLocalRoot && of.failed && of.httpStatus >= 400)
  if (failed === undefined) return ''
  const shown = root.isBrowser ? 'page showed' : `${clipLine(root.service, 60)} answered`
  const result = root.httpStatus === 0 ? '' : `, ${shown} ${root.httpStatus}`
  return `${clipLine(failed.service, 60)} answered ${failed.httpStatus}${result}`
}
