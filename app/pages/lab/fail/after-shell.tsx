import { setTimeout as sleep } from 'node:timers/promises'
import { useTraceId } from '@errata/otel/react-router'
import { Suspense, use } from 'react'
import { useLocation } from 'react-router'
import { Copyable } from '../../../ui/copy/copyable.tsx'
import { errorMessageOf } from '../error-message.ts'
import { LabCasePage } from '../lab-case-page.tsx'
import { LoadingPlaceholder } from '../loading-placeholder.tsx'
import type { Route } from './+types/after-shell.ts'

const SHELL_SENT_MS = 300

export function loader() {
  return { shellSent: sleep(SHELL_SENT_MS, true) }
}

export default function AfterShellCase({ loaderData }: Route.ComponentProps) {
  return (
    <LabCasePage title="A component throws on the server after the shell">
      <Suspense fallback={<LoadingPlaceholder />}>
        <BreaksLate shellSent={loaderData.shellSent} />
      </Suspense>
    </LabCasePage>
  )
}

/** Fails only on the server; what fails in both places is another case. */
function BreaksLate({ shellSent }: { readonly shellSent: Promise<boolean> }) {
  use(shellSent)
  const { search } = useLocation()
  const traceId = useTraceId()
  if (typeof document === 'undefined')
    throw new Error(errorMessageOf(search, 'The lab broke this component after the shell'))
  return (
    <>
      <p>A server-side exception occurred in this part of the page. The browser rendered it instead.</p>
      {traceId !== undefined && <Copyable value={traceId} what="trace ID" />}
    </>
  )
}
