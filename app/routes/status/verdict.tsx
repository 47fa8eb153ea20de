import type { PipelineHealth } from '../../../store/pipeline/get-pipeline-health.ts'
import { countOf } from '../../format/count.ts'
import { tellTrouble } from './tell-trouble.ts'

/** In words, and first: does what is sent arrive? As of now, whatever the range of the page is. */
export function Verdict({ health, nowMs }: { readonly health: PipelineHealth; readonly nowMs: number }) {
  const { troubles, collectors } = health
  if (troubles.length === 0) {
    return (
      <section className="notice good-notice" aria-labelledby="verdict">
        <h2 id="verdict">What is sent arrives</h2>
        <p>
          {countOf(collectors.length, 'Collector')} {collectors.length === 1 ? 'reports' : 'report'}, nothing is
          refused, and what is taken gets through.
        </p>
      </section>
    )
  }
  return (
    <section className="notice bad-notice" aria-labelledby="verdict">
      <h2 id="verdict">
        {troubles.every(({ kind }) => kind === 'silent')
          ? 'Nobody says whether what is sent arrives'
          : 'Not all that is sent arrives'}
      </h2>
      <ul>
        {troubles.map(trouble => {
          const sentence = tellTrouble(trouble, nowMs)
          return <li key={sentence}>{sentence}</li>
        })}
      </ul>
    </section>
  )
}
