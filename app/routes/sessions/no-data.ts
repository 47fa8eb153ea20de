/**
 * Why a page has nothing to show, in a sentence.
 *
 * @param kind what there is nothing of
 */
export function noDataMessage(kind: 'session' | 'user', tracesDays: number): string {
  return `The store has nothing of this ${kind}. It may still be on its way (a few seconds), have expired (sessions are kept for ${tracesDays} days), or never have been sent.`
}
