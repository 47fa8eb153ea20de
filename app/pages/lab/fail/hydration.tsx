import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { errorMessageOf } from '../error-message.ts'
import { LabCasePage } from '../lab-case-page.tsx'

type RenderPhase = 'server' | 'hydration' | 'browser'

export default function HydrationCase() {
  const { search } = useLocation()
  // While hydrating, React reads the server's snapshot; in the render after the failure, the browser's.
  const rendering = useSyncExternalStore<RenderPhase>(
    () => () => {},
    () => 'browser',
    () => (typeof document === 'undefined' ? 'server' : 'hydration'),
  )
  if (rendering === 'hydration') throw new Error(errorMessageOf(search, 'The lab broke this hydration'))
  return (
    <LabCasePage title="Hydration fails">
      <p>
        {rendering === 'browser'
          ? 'Hydration failed. React rendered the page again.'
          : 'Happens as soon as scripts run.'}
      </p>
    </LabCasePage>
  )
}
