import { Link, useSearchParams } from 'react-router'
import { scopedPath } from '../../url/scope.ts'
import { describeIngest } from './describe-ingest.ts'
import type { IngestState } from './header-data.ts'

/** Whether telemetry arrives: a green dot, or one of another colour with text. It may be a minute old, so its title has the time. */
export function IngestDot({ state }: { readonly state: IngestState }) {
  const [params] = useSearchParams()
  const { level, status, details } = describeIngest(state)
  return (
    <Link to={scopedPath('/status', params)} className={`ingest-dot ${level}`} title={`${status}: ${details}`}>
      <span className={level === 'good' ? 'visually-hidden' : undefined}>{status}</span>
    </Link>
  )
}
