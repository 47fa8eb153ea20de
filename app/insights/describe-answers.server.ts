import type { Trace } from '../../store/traces/get-trace.ts'
import { clipLine } from '../format/clip.ts'

/**
 * What a failed service answered, and what the visitor got: `checkout answered 402, page showed 200`; '' if no service below the root
 * answered with a failure. Of several that did, the last to start is named, which the others called.
 */
export function describeAnswers({ root, spans }: Pick<Trace, 'root' | 'spans'>): string {
  const failed = spans.findLast(of => of !== root && of.isLocalRoot && of.failed && of.httpStatus >= 400)
  if (failed === undefined) return ''
  const shown = root.isBrowser ? 'page showed' : `${clipLine(root.service, 60)} answered`
  const result = root.httpStatus === 0 ? '' : `, ${shown} ${root.httpStatus}`
  return `${clipLine(failed.service, 60)} answered ${failed.httpStatus}${result}`
}
