import { Link, useSearchParams } from 'react-router'
import { scopedPath } from '../../url/scope.ts'
import type { IngestStatus } from './header-data.ts'

/** Shows if telemetry arrives: a green dot, or one of another colour with text. It may be a minute old, so its title has the time. */
export function IngestDot({ ingest: { level, status, details } }: { readonly ingest: IngestStatus }) {
  const [params] = useSearchParams()
  return (
    <Link to={scopedPath('/status', params)} className={`ingest-dot ${level}`} title={`${status}: ${details}`}>
      <span className={level === 'good' ? 'visually-hidden' : undefined}>{status}</span>
    </Link>
  )
}
