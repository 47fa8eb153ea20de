import type { PipelineHealth } from '../../../store/pipeline/get-pipeline-health.ts'
import { describeHealthProblem } from './describe-health.ts'

/** From these percentages on, the fill level of a queue is shown, and is bad. */
const SHOWN_PERCENT = 1
const BAD_PERCENT = 50

/** Summarizes whether ingestion is healthy. If nothing is stored, or all that is missing are reports, it is the sentence about that. */
export function summarizeHealth(
  { problems, queues, newestNs }: Pick<PipelineHealth, 'problems' | 'queues' | 'newestNs'>,
  nowMs: number,
): { readonly text: string; readonly isGood: boolean } {
  const told = problems.find(({ kind }) => kind === 'late') ?? (isOnlySilent(problems) ? problems[0] : undefined)
  if (told !== undefined) return { text: describeHealthProblem(told, nowMs, newestNs), isGood: false }
  if (problems.length > 0) return { text: 'Ingest failing', isGood: false }
  const percent = Math.max(0, ...queues.map(({ size, capacity }) => (capacity === 0 ? 0 : (size / capacity) * 100)))
  if (percent < SHOWN_PERCENT) return { text: 'Ingest healthy', isGood: true }
  return { text: `Queue ${Math.floor(percent)} % full`, isGood: percent < BAD_PERCENT }
}

/** Whether Collectors report nothing, and no other problem is known. */
export const isOnlySilent = (problems: PipelineHealth['problems']) =>
  problems.length > 0 && problems.every(({ kind }) => kind === 'silent')
