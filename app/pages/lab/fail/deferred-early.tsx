import { setTimeout as sleep } from 'node:timers/promises'
import { Suspense } from 'react'
import { Await } from 'react-router'
import { readErrorMessage } from '../error-message.ts'
import { LabCasePage } from '../lab-case-page.tsx'
import { LoadingPlaceholder } from '../loading-placeholder.tsx'
import type { Route } from './+types/deferred-early.ts'

const SOON_MS = 20

export function loader({ url }: Route.LoaderArgs) {
  return { early: rejectEarly(readErrorMessage(url.searchParams, 'The lab rejected this promise early')) }
}

async function rejectEarly(message: string): Promise<string> {
  await sleep(SOON_MS)
  throw new Error(message)
}

export default function DeferredEarlyCase({ loaderData }: Route.ComponentProps) {
  return (
    <LabCasePage title="A deferred promise rejects early">
      <Suspense fallback={<LoadingPlaceholder />}>
        <Await resolve={loaderData.early}>{value => <p>{value}</p>}</Await>
      </Suspense>
    </LabCasePage>
  )
}
