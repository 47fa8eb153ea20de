import { setTimeout as sleep } from 'node:timers/promises'
import { Outlet } from 'react-router'

const LATER_THAN_THE_REJECTION_MS = 200

/** Delays the response until the promise of the child route has been rejected. */
export async function loader() {
  await sleep(LATER_THAN_THE_REJECTION_MS)
  return null
}

export default function SlowParent() {
  return <Outlet />
}
