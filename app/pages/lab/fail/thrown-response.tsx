import { data } from 'react-router'
import { readErrorMessage } from '../error-message.ts'
import type { Route } from './+types/thrown-response.ts'

export function loader({ url }: Route.LoaderArgs) {
  throw data({ inside: readErrorMessage(url.searchParams, 'The lab threw this response') }, { status: 500 })
}

export default function ThrownResponseCase() {
  return null
}
