import type { HealthProblem, PipelineHealth } from '../../../store/pipeline/get-pipeline-health.ts'
import { describeHealthProblem } from '../../parts/pipeline-health/describe-health.ts'

/** From these percentages on, the fill level of a queue is shown, and is bad. */
const SHOWN_PERCENT = 1
const BAD_PERCENT = 50

/** The kinds of problems, the worst first. */
const KINDS: readonly HealthProblem['kind'][] = [
  'late',
  'stuck',
  'refuses',
  'stopped',
  'filling',
  'passes',
  'uncounted',
  'silent',
]

const LABELS: Readonly<Record<HealthProblem['kind'], string>> = {
  late: 'Ingest late',
  stuck: 'Delivery stuck',
  refuses: 'Data refused',
  filling: 'Queue filling',
  passes: 'Noise stored',
  uncounted: 'Noise uncounted',
  silent: 'Collectors silent',
  stopped: 'Collector stopped',
}

/** Says whether ingestion is healthy: the sentence about its worst problem, or how full its queues are. */
export function summarizeHealth(
  { problems, queues, newestNs }: Pick<PipelineHealth, 'problems' | 'queues' | 'newestNs'>,
  nowMs: number,
): { readonly text: string; readonly isGood: boolean; readonly label: string } {
  const [worst] = problems.toSorted((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind))
  if (worst !== undefined) {
    return { text: describeHealthProblem(worst, nowMs, newestNs), isGood: false, label: LABELS[worst.kind] }
  }
  const percent = Math.max(0, ...queues.map(({ size, capacity }) => (capacity === 0 ? 0 : (size / capacity) * 100)))
  if (percent < SHOWN_PERCENT) return { text: 'Ingest healthy', isGood: true, label: 'Ingest healthy' }
  const text = `Queue ${Math.floor(percent)} % full`
  return { text, isGood: percent < BAD_PERCENT, label: text }
}

/** True if Collectors are missing, or one app of several, and no other problem is known: telemetry of others arrives. */
export const isOnlyMissing = (problems: PipelineHealth['problems']) =>
  problems.length > 0 &&
  problems.every(
    problem =>
      problem.kind === 'silent' || problem.kind === 'stopped' || (problem.kind === 'late' && problem.app !== undefined),
  )
