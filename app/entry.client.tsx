import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { RootErrorBoundary } from './ui/feedback/root-error-boundary.tsx'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RootErrorBoundary>
        <HydratedRouter />
      </RootErrorBoundary>
    </StrictMode>,
  )
})
