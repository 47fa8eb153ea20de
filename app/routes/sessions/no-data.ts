/**
 * Why a page has nothing to show, in a sentence.
 *
 * @param kind what there is nothing of
 */
export function noDataMessage(kind: 'session' | 'user', tracesDays: number): string {
  return `No data for this ${kind}. It may not have arrived yet (a few seconds), may have expired (kept for ${tracesDays} days), or was never sent.`
}
