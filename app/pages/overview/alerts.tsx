import { Link } from 'react-router'
import type { HealthProblem, PipelineHealth } from '../../../store/pipeline/get-pipeline-health.ts'
import { formatAmount } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { countAlarms, DropRuleAlarmItems } from '../../parts/drop-alarms/alarms.tsx'
import type { NoiseAlarms } from '../../parts/drop-alarms/find-alarms.ts'
import { describeHealthProblem } from '../../parts/pipeline-health/describe-health.ts'
import { scopedPath } from '../../url/scope.ts'

interface AlertsProps {
  readonly health: PipelineHealth
  /** Of drop rules; `undefined` if they are unknown. */
  readonly noise: NoiseAlarms | undefined
  /** Items that the drop rules removed in the range. */
  readonly dropped: number
  readonly nowMs: number
  readonly params: URLSearchParams
}

/** Problems of ingestion and of the drop rules, folded into one line, and how much noise was dropped. */
export function Alerts({ health: { problems, newestNs }, noise, dropped, nowMs, params }: AlertsProps) {
  const noiseDropped = (
    <Link to={scopedPath('/noise', params)}>
      {dropped === 0 ? 'No noise dropped' : `${formatAmount(dropped)} noise records dropped`}
    </Link>
  )
  const rules = noise === undefined ? 0 : countAlarms(noise)
  if (problems.length + rules === 0) return <p className="pipeline-line muted">{noiseDropped}.</p>
  const kinds = [
    ...(problems.length > 0 ? [pluralize(problems.length, 'pipeline alert')] : []),
    ...(rules > 0 ? [pluralize(rules, 'noise alert')] : []),
  ].join(', ')
  const describe = (problem: HealthProblem) => describeHealthProblem(problem, nowMs, newestNs)
  const isLate = problems.some(({ kind }) => kind === 'late')
  const [first] = problems
  return (
    <details className={`notice ${isLate ? 'bad' : 'warn'}-notice`}>
      <summary>
        {kinds}
        {first !== undefined && `: ${describe(first)}`}
      </summary>
      <ul className="alarms">
        {problems.slice(1).map(problem => (
          <li key={describe(problem)}>{describe(problem)}</li>
        ))}
        {noise && <DropRuleAlarmItems alarms={noise} />}
        <li>
          <Link to={scopedPath('/status', params)}>View pipeline</Link> · {noiseDropped}
        </li>
      </ul>
    </details>
  )
}
