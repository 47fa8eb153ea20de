import { MIN_REPEATED } from '../../../store/spans/find-repeated-queries.ts'
import type { FoundSpan } from '../../../store/spans/find-spans.ts'
import { spanName } from '../../format/span-name.ts'
import { groupRuns } from '../../ui/table/group-runs.ts'
import { facetClause } from '../../url/search-links.ts'

/** A row of a span list: a span, or some in succession of one name, service and trace. */
export interface SpanRow extends FoundSpan {
  /** `SELECT stock`, or of several spans `20 × SELECT stock`. */
  readonly text: string
  /** Whether it stands for several: its duration is their sum, its start that of the first in the list. */
  readonly isFolded: boolean
  /** Whether it stands for so many database calls that they may be one for each row of a list. */
  readonly isRepeatedQuery: boolean
  /** A search that marks the spans of the row in its trace, if the list has none; '' for one span. */
  readonly marks: string
}

/** Fewer are quickly read. */
const MIN_COUNT = 3

/**
 * Folds the spans of a page. Its trace leads to all spans of a row.
 *
 * @param spans in the order of time: in that of durations a sum would be in the wrong place
 * @param next the first span of the next page: a row that goes on there says that it is not all
 */
export function foldSpans(spans: readonly FoundSpan[], next: FoundSpan | undefined): SpanRow[] {
  return groupRuns(spans, isAlike).flatMap(run => {
    const [first] = run
    if (run.length < MIN_COUNT) return toRows(run)
    const goesOn = run.at(-1) === spans.at(-1) && next !== undefined && isAlike(first, next)
    const durationNs = run.reduce((sum, span) => sum + span.durationNs, 0n)
    const text = `${run.length}${goesOn ? '+' : ''} × ${spanName(first.name)}`
    return [
      {
        ...first,
        spanId: '',
        durationNs,
        text,
        isFolded: true,
        isRepeatedQuery: first.isDatabaseCall && run.length >= MIN_REPEATED,
        marks: facetClause('name', first.name, 'spans'),
      },
    ]
  })
}

/** One row a span. */
export const toRows = (spans: readonly FoundSpan[]): SpanRow[] =>
  spans.map(span => ({ ...span, text: spanName(span.name), isFolded: false, isRepeatedQuery: false, marks: '' }))

const isAlike = (a: FoundSpan, b: FoundSpan) =>
  a.traceId === b.traceId &&
  a.service === b.service &&
  a.name === b.name &&
  a.kind === b.kind &&
  a.detail === b.detail &&
  a.route === b.route &&
  a.failed === b.failed &&
  (a.originalTime ?? '') === (b.originalTime ?? '')
