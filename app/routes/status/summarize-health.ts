import type { PipelineHealth } from '../../../store/pipeline/get-pipeline-health.ts'
import { describeHealthProblem } from './describe-health.ts'

/** From these percentages on, the fill level of a queue is shown, and is bad. */
const SHOWN_PERCENT = 1
const BAD_PERCENT = 50

/** Summarizes in a few words whether ingestion is healthy. */
export function summarizeHealth(
  { problems, queues }: Pick<PipelineHealth, 'problems' | 'queues'>,
  nowMs: number,
): { readonly text: string; readonly isGood: boolean } {
  const late = problems.find(({ kind }) => kind === 'late')
  if (late !== undefined) return { text: describeHealthProblem(late, nowMs), isGood: false }
  if (problems.length > 0) {
    const text = problems.every(({ kind }) => kind === 'silent') ? 'Ingest status unknown' : 'Ingest failing'
    return { text, isGood: false }
  }
  const percent = Math.max(0, ...queues.map(({ size, capacity }) => (capacity === 0 ? 0 : (size / capacity) * 100)))
  if (percent < SHOWN_PERCENT) return { text: 'Ingest healthy', isGood: true }
  return { text: `Queue ${Math.floor(percent)} % full`, isGood: percent < BAD_PERCENT }
}
