import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { setTimeZoneSource } from './format/time-zone.ts'
import { RootErrorBoundary } from './ui/feedback/root-error-boundary.tsx'

const { timeZone = 'UTC' } = document.documentElement.dataset
setTimeZoneSource(() => timeZone)

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
