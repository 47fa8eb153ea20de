import { useSyncExternalStore } from 'react'

/** False on the server and while the server's HTML is taken over, true from then on: for what only works with scripts. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
