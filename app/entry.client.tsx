import { startBrowser } from '@errata/otel/browser'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { RootErrorBoundary } from './ui/feedback/root-error-boundary.tsx'

const { instrumentations, onError, fetch, rootOptions } = startBrowser()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RootErrorBoundary>
        <HydratedRouter instrumentations={instrumentations} onError={onError} unstable_fetch={fetch} />
      </RootErrorBoundary>
    </StrictMode>,
    rootOptions,
  )
})
