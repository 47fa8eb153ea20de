import { Link } from 'react-router'
import type { PipelineHealth } from '../../../store/pipeline/get-pipeline-health.ts'
import { formatAmount } from '../../format/amount.ts'
import { scopedPath } from '../../url/scope.ts'
import { describeHealthProblem } from '../status/describe-health.ts'

interface PipelineLineProps {
  readonly health: PipelineHealth
  /** Items that the drop rules removed in the range. */
  readonly dropped: number
  readonly nowMs: number
  readonly params: URLSearchParams
}

/** Problems of ingestion, and how much noise was dropped. The header shows that all is well. */
export function PipelineProblemLine({ health, dropped, nowMs, params }: PipelineLineProps) {
  const [trouble, ...more] = health.problems
  return (
    <p className={`pipeline-line ${trouble === undefined ? 'muted' : 'notice bad-notice'}`}>
      {trouble !== undefined && (
        <>
          {describeHealthProblem(trouble, nowMs)} {more.length > 0 && `And ${more.length} more. `}
          <Link to={scopedPath('/status', params)}>Pipeline</Link>.{' '}
        </>
      )}
      <Link to={scopedPath('/noise', params)}>
        {dropped === 0 ? 'No noise dropped' : `${formatAmount(dropped)} noise records dropped`}
      </Link>
      .
    </p>
  )
}
