import type { Exception } from '../../../store/exceptions/exception.ts'
import { findIssueOf } from '../../../store/issues/find-issue-of.ts'
import { query } from '../../data/query.ts'
import { EVENT_PARAM, formatEvent } from '../../url/exception-path.ts'
import { issuePath } from '../../url/issue-filters.ts'
import { isRelativeRange, RELATIVE_RANGE_MS, type RelativeRange } from '../../url/time-range.ts'

type EventArgs = Parameters<typeof query>[0] & { readonly url: URL }

/** Ranges that end now, shortest first. */
const RANGES = Object.keys(RELATIVE_RANGE_MS).filter(isRelativeRange)

/** The page of an exception: its issue, with the exception selected. A relative range is extended to include it; a custom range stays. */
export async function findEventPath(
  args: EventArgs,
  exception: Pick<Exception, 'id' | 'atNs' | 'issue'>,
): Promise<string> {
  const { issue } = await query(args, findIssueOf, exception)
  const params = new URLSearchParams(args.url.searchParams)
  params.set(EVENT_PARAM, formatEvent(exception))
  const ageMs = Date.now() - Number(exception.atNs / 1_000_000n)
  if (!params.has('from') && !params.has('to')) widen(params, ageMs)
  return `${issuePath(issue)}?${params}`
}

/** Leaves an unknown range as it is: the page answers with an error. */
function widen(params: URLSearchParams, ageMs: number): void {
  const last = params.get('last') ?? '24h'
  if (!isRelativeRange(last) || ageMs < RELATIVE_RANGE_MS[last]) return
  const longEnough: RelativeRange = RANGES.find(range => ageMs < RELATIVE_RANGE_MS[range]) ?? '90d'
  params.set('last', longEnough)
}
