import { readErrorMessage } from '../error-message.ts'
import type { Route } from './+types/loader.ts'

export function loader({ url }: Route.LoaderArgs) {
  throw new Error(readErrorMessage(url.searchParams, 'The lab broke this loader'))
}

export default function LoaderCase() {
  return null
}
