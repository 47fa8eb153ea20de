import type { Trouble } from '../../../store/pipeline/get-pipeline-health.ts'
import { formatBytes } from '../../format/bytes.ts'
import { pluralize } from '../../format/count.ts'
import { formatDropRule } from '../../format/drop-rule.ts'
import { formatDuration } from '../../format/duration.ts'

const NS_PER_MS = 1_000_000n
const NS_PER_S = 1_000_000_000n
const NS_PER_MINUTE = 60_000_000_000n

/** One sentence or two about what keeps telemetry from arriving, and where to look: for the pipeline page, and for `/readyz`. */
export function describeHealthProblem(trouble: Trouble, nowMs: number): string {
  const lengthNs = (atNs: bigint) => BigInt(nowMs) * NS_PER_MS - atNs
  const since = (atNs: bigint) => formatDuration((lengthNs(atNs) / NS_PER_MINUTE) * NS_PER_MINUTE)
  switch (trouble.kind) {
    case 'late': {
      const { newestNs, sinceNs, reason } = trouble
      // The digits after the point would say how long the question took.
      const length = formatSeconds(lengthNs(newestNs ?? sinceNs))
      if (reason === undefined) {
        return `Nothing stored for ${length}: the Collector takes what is sent, and ClickHouse names no reason. The Collector’s log does.`
      }
      if (reason.by === 'ClickHouse') return `Nothing stored for ${length}: ClickHouse refuses with ${reason.says}.`
      return `Nothing stored for ${length}: the Collector does not take what is sent, ${reason.says}.`
    }
    case 'passes':
      return `What ${formatDropRule(trouble.rule)} must remove is stored: the rule does not run, or no longer matches.`
    case 'uncounted':
      return `What ${formatDropRule(trouble.rule)} must remove has not come to the ledger for some minutes, nor to the tables.`
    case 'silent':
      return trouble.heardNs === undefined
        ? 'No Collector has reported in the last hour: none runs, or what it sends does not reach this store.'
        : `No Collector has reported for ${since(trouble.heardNs)}: it has ended, or hangs, or what it sends does not reach this store.`
    case 'refuses': {
      const reasons = [
        ...(trouble.byMemory > 0 ? ['for want of memory'] : []),
        ...(trouble.byQueue > 0 ? ['because a queue was full or could not be written'] : []),
      ]
      const items = pluralize(trouble.items, 'item')
      return `${nameOf(trouble.collector)} refused ${items} in the last two minutes${reasons.length === 0 ? '' : `, ${reasons.join(', and ')}`}. The senders were told.`
    }
    case 'stuck': {
      const { collector, data, exporter, busySinceNs, sentLately, waiting } = trouble
      const what =
        sentLately === 0
          ? `has delivered no ${data} to ${exporter} for ${since(busySinceNs)}`
          : `has been trying for ${since(busySinceNs)} to deliver a batch of ${data} to ${exporter}, while others got through`
      return `${nameOf(collector)} ${what}: ${formatBytes(waiting)} are waiting. Its log says why.`
    }
  }
}

function formatSeconds(ns: bigint): string {
  return ns < NS_PER_MINUTE ? `${ns / NS_PER_S} s` : formatDuration((ns / NS_PER_S) * NS_PER_S)
}

/** The start of its service.instance.id, which is enough to tell Collectors apart. */
export function nameOf(collector: string): string {
  return `Collector ${collector.slice(0, 8)}`
}
