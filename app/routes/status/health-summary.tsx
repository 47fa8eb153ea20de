import type { ReactNode } from 'react'
import type { PipelineHealth } from '../../../store/pipeline/get-pipeline-health.ts'
import { pluralize } from '../../format/count.ts'
import { RelativeTime } from '../../ui/elements/timestamp.tsx'
import { describeHealthProblem } from './describe-health.ts'
import { isOnlySilent, summarizeHealth } from './summarize-health.ts'

interface HealthSummaryProps {
  readonly health: PipelineHealth
  /** Phrases about processes that restarted lately. */
  readonly restarts: readonly string[]
  /** What Collectors could not store in the page's range, in a few words; `undefined` if the range is invalid. */
  readonly lost: ReactNode
  readonly nowMs: number
}

/** Whether ingestion is healthy, in words. As of now, whatever the range of the page is, but for what was lost. */
export function HealthSummary({ health, restarts, lost, nowMs }: HealthSummaryProps) {
  const { problems, collectors, newestNs } = health
  const { text, isGood } = summarizeHealth(health, nowMs)
  // Does not repeat the heading.
  const sentences = problems
    .map(trouble => describeHealthProblem(trouble, nowMs, newestNs))
    .filter(sentence => sentence !== text)
  const colour =
    isGood && restarts.length === 0 ? 'good-notice' : isGood || isOnlySilent(problems) ? 'warn-notice' : 'bad-notice'
  return (
    <section className={`notice ${colour}`} aria-labelledby="verdict">
      <h2 id="verdict">
        {[text.replace(/\.$/, ''), ...restarts].join('; ')}
        {lost && <>; {lost}</>}
      </h2>
      {sentences.length > 0 && (
        <ul>
          {sentences.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {problems.length === 0 && (
        <p>
          {newestNs !== undefined && (
            <>
              Latest stored canary sent <RelativeTime atNs={newestNs} nowMs={nowMs} />.{' '}
            </>
          )}
          {pluralize(collectors.length, 'Collector')} reporting. No data is refused, and all queues are draining.
        </p>
      )}
    </section>
  )
}
