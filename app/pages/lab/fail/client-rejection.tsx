import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { errorMessageOf } from '../error-message.ts'
import { LabCasePage } from '../lab-case-page.tsx'

export default function ClientRejectionCase() {
  const { search } = useLocation()

  // In a separate task: React's strict mode must not cause it twice.
  useEffect(() => {
    const timer = setTimeout(() => {
      rejectUnheard(errorMessageOf(search, 'The lab rejected this promise in the browser'))
    })
    return () => clearTimeout(timer)
  }, [search])

  return (
    <LabCasePage title="Unhandled promise rejection">
      <p>Happens as soon as scripts run. No error screen is shown.</p>
    </LabCasePage>
  )
}

async function rejectUnheard(message: string): Promise<never> {
  throw new Error(message)
}
