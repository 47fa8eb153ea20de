import { formatAmount, formatRatio, formatShare } from '../format/amount.ts'
import { formatDuration } from '../format/duration.ts'
import type { Finding } from './finding.ts'

/** Writes a finding: `p95 of checkout 3.4× (4.9 ms → 16.5 ms) since 7.2.0`; '' for none. Nothing has no ratio to what there was. */
export function writeFinding(finding: Finding | undefined): string {
  if (finding === undefined) return ''
  const { subject, measure, before, after, since } = finding
  const numbers = [before, after].map(amount => writeAmount(measure, amount))
  const change = before > 0 ? `${formatRatio(after, before)} (${numbers.join(' → ')})` : numbers.join(' → ')
  const of = subject === '' ? measure : `${measure} of ${subject}`
  return [
    of,
    change,
    since && (since.until === '' ? `since ${since.release}` : `from ${since.release} to ${since.until}`),
  ]
    .filter(Boolean)
    .join(' ')
}

function writeAmount(measure: Finding['measure'], amount: number): string {
  if (measure === 'error rate') return formatShare(amount, 1)
  return measure === 'calls per trace' ? formatAmount(amount) : formatDuration(BigInt(Math.round(amount)))
}

/** Findings in one sentence: `Error rate of a 12× …; p95 of b 3.4× ….`; '' for none. */
export function writeFindings(findings: readonly Finding[]): string {
  if (findings.length === 0) return ''
  return `${findings
    .map(writeFinding)
    .join('; ')
    .replace(/^(error|time|calls)/, first => first.replace(/^./, letter => letter.toUpperCase()))}.`
}
