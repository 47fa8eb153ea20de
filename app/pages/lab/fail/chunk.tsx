import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from '../../../ui/document/use-hydrated.ts'
import { errorMessageOf } from '../error-message.ts'
import { LabCasePage } from '../lab-case-page.tsx'

/** A URL without a script. The browser writes the error; it contains the URL. */
const GONE = '/assets/gone-with-the-last-release.js'

const Gone = lazy(() => {
  const say = errorMessageOf(location.search, '')
  return import(/* @vite-ignore */ say === '' ? GONE : `${GONE}?${encodeURIComponent(say)}`)
})

export default function ChunkCase() {
  const hydrated = useHydrated()
  const { key } = useLocation()
  return (
    <LabCasePage title="A script chunk is missing">
      <p>Happens as soon as scripts run.</p>
      {hydrated && (
        <Suspense fallback={<p>Loading…</p>}>
          <Gone key={key} />
        </Suspense>
      )}
    </LabCasePage>
  )
}
