/**
 * Why a page is empty, in a sentence.
 *
 * @param kind what is missing
 */
export function noSessionDataMessage(kind: 'session' | 'user', tracesDays: number): string {
  return `No data for this ${kind}. It may arrive in a few seconds. Otherwise it has expired (after ${tracesDays} days) or was never sent.`
}
