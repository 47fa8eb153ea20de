import { parseSearch } from '../../../search/parse-search.ts'
import { listFirstExceptions } from '../../../store/exceptions/list-first-exceptions.ts'
import { findSpans } from '../../../store/spans/find-spans.ts'
import type { Store } from '../../../store/store.ts'
import { HOUR_NS } from '../../../store/time-units.ts'
import { clipLine } from '../../format/clip.ts'
import { formatDuration } from '../../format/duration.ts'
import { shortIssueTitle } from '../../format/issue-title.ts'
import { issuePath } from '../../url/issue-filters.ts'
import { tracePath } from '../../url/trace-view.ts'
import type { AlertEvent } from '../event-content.ts'
import { rangeOfEvent } from './alert-links.ts'
import { compareFailed, explainFailure, writeSpanClauses } from './explain-failure.server.ts'
import { type Attempt, type Explanation, listFacts } from './explanation.ts'

const MAX_TITLE_CHARS = 200

/**
 * What the failed or slow requests of a service or operation have in common, and one of them: the newest that failed, or the slowest, with the
 * exception that began it and the span that failed first.
 */
export async function explainRequests(
  store: Store,
  { event }: { readonly event: AlertEvent },
  attempt: Attempt,
): Promise<Explanation> {
  const { service, operation, environment, release, kind, threshold, unit } = event.content
  const range = rangeOfEvent(event)
  const isSlow = kind === 'p95'
  const limitMs = unit === 'ns' ? Math.round(threshold / 1e6) : 0
  const selection = isSlow ? `duration:>=${limitMs}ms` : 'is:error'
  const clauses = writeSpanClauses({ service, operation, environment, release })
  const found = attempt(async signal => {
    const { search } = parseSearch([...clauses, 'is:entry', ...(isSlow ? [] : [selection])].join(' '), 'spans')
    const order = { by: isSlow ? 'duration' : 'start', rising: false } as const
    const [span] = await findSpans(store, { search, range, order, after: undefined, limit: 1 }, signal)
    return span
  })
  const failure = attempt(async signal => {
    const span = await found
    return span && (await explainFailure(store, span, signal))
  })
  const [span, failed, exception, compared] = await Promise.all([
    found,
    failure,
    attempt(async signal => {
      const span = await found
      return span && (await listFirstExceptions(store, { traces: [span] }, signal))[0]
    }),
    attempt(async signal => {
      if (isSlow && limitMs === 0) return ''
      const asked = { service, operation, environment, selection, range: { ...range, from: range.to - HOUR_NS } }
      const requests = await compareFailed(store, asked, signal)
      // Requests of one instance or release differ as such; else what they call may.
      const below = requests === '' && !isSlow ? (await failure)?.span : undefined
      if (below === undefined) return requests
      return compareFailed(store, { ...asked, service: below.service, operation: '', name: below.name }, signal)
    }),
  ])
  const path = span && tracePath({ traceId: span.traceId, spanId: failed?.span.spanId ?? span.spanId })
  return {
    facts: listFacts({
      'In common': compared,
      Exception: exception && clipLine(shortIssueTitle(exception), MAX_TITLE_CHARS),
      Failed: failed?.failing,
      Answered: failed?.answers,
      Slowest: isSlow && span ? formatDuration(span.durationNs) : '',
    }),
    code: failed?.statement ?? '',
    links: [
      ...(path === undefined ? [] : [{ text: isSlow ? 'Slowest trace' : 'Trace', path }]),
      ...(exception === undefined || exception.issue === ''
        ? []
        : [{ text: 'Issue', path: issuePath(exception.issue) }]),
    ],
  }
}
