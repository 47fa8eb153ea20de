import { createContext, useContext } from 'react'

/** The requested host, for rendering documents on the server. */
export const HostContext = createContext<string | undefined>(undefined)

/** The host of this site as the visitor knows it. */
export function useHost(): string {
  const requestedHost = useContext(HostContext)
  return requestedHost ?? (typeof location === 'undefined' ? 'this site' : location.host)
}
