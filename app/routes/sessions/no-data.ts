/**
 * Why a page is empty, in a sentence.
 *
 * @param kind what is missing
 */
export function noSessionDataMessage(kind: 'session' | 'user', tracesDays: number): string {
  return `No data for this ${kind}. It may not have arrived yet (a few seconds), may have expired (kept for ${tracesDays} days), or was never sent.`
}
