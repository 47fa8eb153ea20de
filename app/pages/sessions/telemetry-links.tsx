import { ScopedLink } from '../../ui/links/scoped-link.tsx'

export interface TelemetryPaths {
  readonly issues: string
  readonly spans: string
  readonly logs: string
}

/** Links to the lists of what a user or session sent. */
export function TelemetryLinks({ paths: { issues, spans, logs } }: { readonly paths: TelemetryPaths }) {
  return (
    <p>
      <ScopedLink to={issues}>Issues</ScopedLink> · <ScopedLink to={spans}>Spans</ScopedLink> ·{' '}
      <ScopedLink to={logs}>Logs</ScopedLink>
    </p>
  )
}
