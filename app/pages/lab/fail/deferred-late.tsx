import { setTimeout as sleep } from 'node:timers/promises'
import { Suspense } from 'react'
import { Await } from 'react-router'
import { readErrorMessage } from '../error-message.ts'
import { LabCasePage } from '../lab-case-page.tsx'
import { LoadingPlaceholder } from '../loading-placeholder.tsx'
import type { Route } from './+types/deferred-late.ts'

const SHELL_SENT_MS = 300

export function loader({ url }: Route.LoaderArgs) {
  return { late: rejectLate(readErrorMessage(url.searchParams, 'The lab rejected this promise late')) }
}

async function rejectLate(message: string): Promise<string> {
  await sleep(SHELL_SENT_MS)
  throw new Error(message)
}

export default function DeferredLateCase({ loaderData }: Route.ComponentProps) {
  return (
    <LabCasePage title="A deferred promise rejects late">
      <Suspense fallback={<LoadingPlaceholder />}>
        <Await resolve={loaderData.late}>{value => <p>{value}</p>}</Await>
      </Suspense>
    </LabCasePage>
  )
}
