import { startBrowser } from '@errata/otel/browser'
import { Component, type ReactNode, StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { LastResort } from './ui/last-resort.tsx'

const { instrumentations, onError, fetch, rootOptions } = startBrowser()

/** Catches what the router's own error screen threw: without it React would leave an empty window. */
class LastBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override readonly state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <LastResort host={location.host} href={location.href} /> : this.props.children
  }
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <LastBoundary>
        <HydratedRouter instrumentations={instrumentations} onError={onError} unstable_fetch={fetch} />
      </LastBoundary>
    </StrictMode>,
    rootOptions,
  )
})
