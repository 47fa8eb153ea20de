import type { Exception } from '../../../store/exceptions/exception.ts'
import { findIssueOf } from '../../../store/issues/find-issue-of.ts'
import { query } from '../../server/query.ts'
import { eventPath } from '../../url/exception-path.ts'
import { LAST_MS } from '../../url/time-range.ts'

type EventArgs = Parameters<typeof query>[0] & { readonly url: URL }

/** Ranges that end now, shortest first, beyond the one that a page without any has. */
const LONGER = ['7d', '14d', '90d'] as const

/** The page of an exception: its issue, with the exception selected, in a time range that reaches back to it. */
export async function pathOfEvent(args: EventArgs, exception: Exception): Promise<string> {
  const { issue } = await query(args, findIssueOf, exception)
  const [path = '', at = ''] = eventPath(issue, exception).split('?')
  const params = new URLSearchParams([...args.url.searchParams, ...new URLSearchParams(at)])
  const ageMs = Date.now() - Number(exception.atNs / 1_000_000n)
  if (!['last', 'from', 'to'].some(name => params.has(name)) && ageMs >= LAST_MS['24h']) {
    params.set('last', LONGER.find(last => ageMs < LAST_MS[last]) ?? '90d')
  }
  return `${path}?${params}`
}
