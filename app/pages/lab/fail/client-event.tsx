import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { errorMessageOf } from '../error-message.ts'
import { LabCasePage } from '../lab-case-page.tsx'

export default function ClientEventCase() {
  const { search } = useLocation()
  const target = useRef<HTMLSpanElement>(null)

  // In a separate task: React's strict mode must not cause it twice.
  useEffect(() => {
    const timer = setTimeout(() => target.current?.click())
    return () => clearTimeout(timer)
  }, [])

  const breakHandler = () => {
    throw new Error(errorMessageOf(search, 'The lab broke this event handler'))
  }

  return (
    <LabCasePage title="An event handler throws">
      <p>Happens as soon as scripts run: the page clicks by itself. No error screen is shown.</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: nobody is to click it, the page does */}
      <span ref={target} hidden onClick={breakHandler} />
    </LabCasePage>
  )
}
