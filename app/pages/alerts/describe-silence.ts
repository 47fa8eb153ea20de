import type { KnownSilence, Silence } from '../../alerts/silence.ts'

/** What a silence matches, in words: `service shop, in production`. */
export function describeSilence(
  { rule, service, environment, release, operation, issue }: Silence,
  { ruleName }: { readonly ruleName: string },
): string {
  return [
    ...(rule === '' ? [] : [`rule ${ruleName || rule}`]),
    ...(issue === '' ? [] : [`issue ${issue.slice(0, 8)}`]),
    ...(operation === '' ? [] : [`operation ${operation}`]),
    ...(service === '' ? [] : [`service ${service}`]),
    ...(environment === '' ? [] : [`in ${environment}`]),
    ...(release === '' ? [] : [`release ${release}`]),
  ].join(', ')
}

/** Silences that last, or begin later: those that end first first. */
export const activeSilences = (silences: readonly KnownSilence[], nowMs: number) =>
  silences.filter(({ untilMs }) => untilMs > nowMs).toSorted((a, b) => a.untilMs - b.untilMs)
