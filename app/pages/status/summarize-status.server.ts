import type { PipelineHealth } from '../../../store/pipeline/get-pipeline-health.ts'
import type { DamagedQueue } from '../../../store/pipeline/list-damaged-queues.ts'
import type { Restart } from '../../../store/pipeline/list-restarts.ts'
import { nsOfMs } from '../../../store/units.ts'
import { formatBytes } from '../../format/bytes.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatAgo } from '../../format/time.ts'
import { describeHealthProblem } from '../../parts/pipeline-health/describe-health.ts'
import { isOnlyMissing, summarizeHealth } from './summarize-health.ts'
import { summarizeRestarts } from './summarize-restarts.ts'

/** The page's first box. The title is the worst that is true, or that all is well, which alone is green. */
export interface StatusVerdict {
  readonly colour: 'good' | 'warn' | 'bad'
  readonly title: string
  /** The title in two words, for the header of the page. */
  readonly label: string
  readonly sentences: readonly string[]
  /** Which Collectors report; '' if the sentences tell of a problem. */
  readonly reports: string
}

export interface KnownStatus {
  readonly health: Pick<PipelineHealth, 'problems' | 'queues' | 'newestNs' | 'collectors' | 'stopped' | 'leftQueues'>
  readonly restarts: readonly Restart[]
  /** Of the page's range. */
  readonly damagedQueues: readonly DamagedQueue[]
  /** The number of items of all signals that Collectors gave up in the page's range. */
  readonly lost: number
  /** The number of requests that Collectors refused for good in the page's range, for their size. */
  readonly tooLarge: number
  /** The page's range in words. */
  readonly timeText: string
  readonly nowMs: number
}

/** Of health, restarts and queues the present state, whatever the range of the page is. */
export function summarizeStatus({
  health,
  restarts,
  damagedQueues,
  lost,
  tooLarge,
  timeText,
  nowMs,
}: KnownStatus): StatusVerdict {
  const { problems, newestNs, leftQueues } = health
  const { text, isGood, label } = summarizeHealth(health, nowMs)
  const left = formatBytes(leftQueues.reduce((sum, { size }) => sum + size, 0))
  const who = pluralize(new Set(leftQueues.map(({ collector }) => collector)).size, 'stopped Collector')
  const [warning] = [
    ...(lost > 0 ? [[`${pluralize(lost, 'record')} given up after all retries, ${timeText}`, 'Records lost']] : []),
    ...(tooLarge > 0 ? [[`${pluralize(tooLarge, 'request')} refused for good, ${timeText}`, 'Requests refused']] : []),
    ...(damagedQueues.length > 0
      ? [[`${pluralize(damagedQueues.length, 'damaged queue')}, ${timeText}`, 'Queue damaged']]
      : []),
    ...(leftQueues.length > 0 ? [[`${left} queued by ${who}`, 'Data queued']] : []),
    ...summarizeRestarts(restarts, nowMs).map(title => [title, 'Process restarts']),
  ]
  return {
    colour: isGood && warning === undefined ? 'good' : isGood || isOnlyMissing(problems) ? 'warn' : 'bad',
    title: (isGood && warning?.[0]) || text.replace(/\.$/, ''),
    label: (isGood && warning?.[1]) || label,
    sentences: [
      ...(leftQueues.length > 0
        ? [
            `${who} had ${left} queued on disk at the last report, and none was started instead. Start a Collector with the same queue folder to deliver them.`,
          ]
        : []),
      ...damagedQueues.map(
        ({ file, bytes, fault, movedTo, atNs }) =>
          `A Collector’s queue, ${file} (${formatBytes(bytes)}), was found damaged ${formatAgo(atNs, nsOfMs(nowMs))}: ${fault}. It was moved to ${movedTo}; telemetry that it held is not stored.`,
      ),
      // Does not repeat the title.
      ...problems.map(problem => describeHealthProblem(problem, nowMs, newestNs)).filter(sentence => sentence !== text),
    ],
    reports: problems.length > 0 ? '' : describeReports(health),
  }
}

function describeReports({ collectors, stopped, leftQueues }: KnownStatus['health']): string {
  const changes = [
    ...(stopped.unreplaced.length > 0 ? [`${formatCount(stopped.unreplaced.length)} stopped`] : []),
    ...(stopped.replaced.length > 0 ? [`${formatCount(stopped.replaced.length)} restarted`] : []),
  ].join(' and ')
  const queues = leftQueues.length > 0 ? 'its queues are' : 'all queues are'
  return `${pluralize(collectors.length, 'Collector')} reporting${changes && `; ${changes} in the last hour`}. No data is refused, and ${queues} draining.`
}
