import { useLocation } from 'react-router'
import { useHydrated } from '../../../ui/document/use-hydrated.ts'
import { errorMessageOf } from '../error-message.ts'
import { LabCasePage } from '../lab-case-page.tsx'

export default function ClientRenderCase() {
  const { search } = useLocation()
  // The server's HTML and hydration succeed; the first render after that fails.
  if (useHydrated()) throw new Error(errorMessageOf(search, 'The lab broke this component in the browser'))
  return (
    <LabCasePage title="A component throws in the browser">
      <p>Happens as soon as scripts run.</p>
    </LabCasePage>
  )
}
