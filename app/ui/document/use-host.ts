import { createContext, useContext } from 'react'

/** The requested host, for rendering documents on the server. */
export const RequestedHostContext = createContext<string | undefined>(undefined)

/** The host of this site as the visitor knows it. */
export function useSiteHost(): string {
  const requestedHost = useContext(RequestedHostContext)
  return requestedHost ?? (typeof location === 'undefined' ? 'this site' : location.host)
}
