import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import { readConvention } from '../../../store/schema/conventions.ts'
import { nameWithCallee } from '../../../store/spans/name-with-callee.ts'
import { spanPattern } from '../../../store/spans/span-pattern.ts'
import type { BriefSpan } from '../../../store/traces/list-brief-spans.ts'
import { buildTree } from '../../../trace/build-tree.ts'
import type { TraceTree } from '../../../trace/trace-tree.ts'
import { spanFinder } from './find-span.ts'

/** The tree of spans that the page begins with: the same as that of their outlines. */
export function treeOfSpans(
  spans: readonly BriefSpan[],
  exceptions: readonly Pick<ExceptionSummary, 'spanId' | 'service'>[],
): TraceTree {
  const thrown = new Set(exceptions.map(spanFinder(spans)))
  return buildTree(
    spans.map(span => ({
      ...span,
      name: nameWithCallee(span.name, span.callee),
      pattern: spanPattern(span.httpStatus, readConvention('dbStatement', span)),
      hasException: span.hasException || thrown.has(span),
    })),
  )
}
