import { readErrorMessage } from '../error-message.ts'
import type { Route } from './+types/error-screen.ts'

export function loader({ url }: Route.LoaderArgs) {
  throw new Error(readErrorMessage(url.searchParams, 'The lab broke this loader, and then the error screen'))
}

export default function ErrorScreenCase() {
  return null
}

export function ErrorBoundary() {
  throw new Error('The lab broke this error screen')
}
