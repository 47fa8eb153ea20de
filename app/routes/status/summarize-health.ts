import type { PipelineHealth } from '../../../store/pipeline/get-pipeline-health.ts'
import { describeHealthProblem } from './describe-health.ts'

/** From so many per cent on, how full a queue is is worth saying; from so many on, it is bad. */
const SHOWN_PERCENT = 1
const BAD_PERCENT = 50

/** Whether all that is sent arrives, in a few words. */
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
