import { Component, type ReactNode } from 'react'
import { FallbackDocument } from './fallback-document.tsx'

interface RootErrorBoundaryState {
  readonly failed: boolean
  readonly traceId?: string | undefined
}

/** Catches in the browser what the error screen itself, or the router, threw: React would leave an empty window, the router show a stack. */
export class RootErrorBoundary extends Component<{ readonly children: ReactNode }, RootErrorBoundaryState> {
  override readonly state: RootErrorBoundaryState = { failed: false }

  static getDerivedStateFromError(): RootErrorBoundaryState {
    return { failed: true, traceId: readTraceId() }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <FallbackDocument host={location.host} href={location.href} traceId={this.state.traceId} />
  }
}

/** If telemetry itself has failed, the trace of the document. */
function readTraceId(): string | undefined {
  try {
    return window.__errataPage?.()
  } catch {
    return document.querySelector<HTMLMetaElement>('meta[name=traceparent]')?.content.split('-')[1]
  }
}
