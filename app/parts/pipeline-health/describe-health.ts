import type { HealthProblem } from '../../../store/pipeline/get-pipeline-health.ts'
import { MILLISECOND_NS, MINUTE_NS, SECOND_NS } from '../../../store/time-units.ts'
import { formatBytes } from '../../format/bytes.ts'
import { pluralize } from '../../format/count.ts'
import { formatDropRule } from '../../format/drop-rule.ts'
import { formatDuration, formatMinutes } from '../../format/duration.ts'
import { describeRefusal, describeRejection } from '../../format/pipeline-problem.ts'
import { shortCollectorName } from '../../format/short-collector-name.ts'

/**
 * A sentence about a problem of ingestion, and where to look: for the status page, and for `/readyz`.
 *
 * @param newestNs When the newest stored canary was created, if it is known.
 */
export function describeHealthProblem(trouble: HealthProblem, nowMs: number, newestNs?: bigint): string {
  const lengthNs = (atNs: bigint) => BigInt(nowMs) * MILLISECOND_NS - atNs
  const since = (atNs: bigint) => formatMinutes(lengthNs(atNs))
  switch (trouble.kind) {
    case 'late': {
      const { app, newestNs, sinceNs, reason } = trouble
      // Decimals would only show how long the query took.
      const length = formatSeconds(lengthNs(newestNs ?? sinceNs))
      if (app !== undefined) {
        const why =
          reason === undefined ? 'it, or the Collector that it sends to, has stopped' : describeRejection(reason)
        return `Nothing of the app ${app} stored for ${length}, while others’ telemetry arrives: ${why}.`
      }
      if (reason === undefined) {
        return `Nothing stored for ${length}: the Collector accepts data, and ClickHouse reports no error; check the Collector log.`
      }
      return `Nothing stored for ${length}: ${describeRejection(reason)}.`
    }
    case 'stopped':
      return `${shortCollectorName(trouble.collector, trouble.host)} has not reported for ${since(trouble.reportedNs)}, and none was started instead; others report.`
    case 'passes':
      return `Noise that ${formatDropRule(trouble.rule)} should drop is being stored: the rule is not active or no longer matches.`
    case 'uncounted':
      return `For several minutes, noise that ${formatDropRule(trouble.rule)} should drop has been neither counted nor stored.`
    case 'silent':
      if (newestNs !== undefined && lengthNs(newestNs) < MINUTE_NS) {
        const missing = trouble.reportedNs === undefined ? 'the last hour' : since(trouble.reportedNs)
        return `Collector metrics missing for ${missing}; telemetry still arrives.`
      }
      return trouble.reportedNs === undefined
        ? 'No Collector has reported in the last hour: none is running, or its telemetry does not reach this database.'
        : `No Collector has reported for ${since(trouble.reportedNs)}: all have stopped or hang, or their telemetry does not reach this database.`
    case 'refuses': {
      const reasons = describeRefusal(trouble)
      const items = pluralize(trouble.items, 'item')
      return `${shortCollectorName(trouble.collector)} refused ${items} in the last two minutes${reasons && ` (${reasons})`}; senders were notified.`
    }
    case 'filling': {
      const { collector, exporter, data, fullInNs } = trouble
      return `${shortCollectorName(collector)} takes ${data} faster than ${exporter} stores them: its queue is full in ${fullInNs < MINUTE_NS ? 'less than a minute' : formatMinutes(fullInNs)} at this rate; then senders are refused.`
    }
    case 'stuck': {
      const { collector, data, exporter, nothingSentSinceNs, waiting } = trouble
      return `${shortCollectorName(collector)} has sent no ${data} to ${exporter} for ${since(nothingSentSinceNs)}: ${formatBytes(waiting)} queued; check its log.`
    }
  }
}

function formatSeconds(ns: bigint): string {
  return ns < MINUTE_NS ? `${ns / SECOND_NS} s` : formatDuration((ns / SECOND_NS) * SECOND_NS)
}
