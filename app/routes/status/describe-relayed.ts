import { formatCount, pluralize } from '../../format/count.ts'

/**
 * How relays answered the requests of browsers, in a sentence.
 *
 * @param answers requests by status
 */
export function describeRelayedRecords(answers: ReadonlyMap<string, number>): string {
  const all = [...answers.values()].reduce((sum, posts) => sum + posts, 0)
  const refused = [...answers].filter(([status, posts]) => status !== '200' && posts > 0)
  const forwarded = answers.get('200') ?? 0
  if (refused.length === 0) return `Relays forwarded ${pluralize(forwarded, 'browser request')} and rejected none.`
  const reasons = refused
    .toSorted(([, one], [, other]) => other - one)
    .map(([status, posts]) => `${formatCount(posts)} with ${status}`)
  return `Relays forwarded ${formatCount(forwarded)} of ${pluralize(all, 'browser request')}. Rejected: ${reasons.join(', ')}. Browsers retry after 429 and 503.`
}
