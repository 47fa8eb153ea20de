import { setTimeout as sleep } from 'node:timers/promises'
import { Suspense, use } from 'react'
import { useLocation } from 'react-router'
import { LabCasePage } from '../lab-case.tsx'
import { sayInSearch } from '../said.ts'
import type { Route } from './+types/after-shell.ts'

const SHELL_SENT_MS = 300

export function loader() {
  return { shellSent: sleep(SHELL_SENT_MS, true) }
}

export default function AfterShellCase({ loaderData }: Route.ComponentProps) {
  return (
    <LabCasePage title="A component throws after the shell">
      <Suspense fallback={<p>The page is on its way; this part is still to come.</p>}>
        <BreaksLate shellSent={loaderData.shellSent} />
      </Suspense>
    </LabCasePage>
  )
}

function BreaksLate({ shellSent }: { readonly shellSent: Promise<boolean> }): null {
  use(shellSent)
  const { search } = useLocation()
  throw new Error(sayInSearch(search, 'The lab broke this component after the shell'))
}
