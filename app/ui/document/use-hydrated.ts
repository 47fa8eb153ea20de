import { useSyncExternalStore } from 'react'

/** False on the server and during hydration, then true: for what works only with scripts. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
