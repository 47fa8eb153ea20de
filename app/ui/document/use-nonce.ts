import { createContext, useContext } from 'react'

/** The nonce of a document's inline scripts, for rendering on the server. */
export const NonceContext = createContext<string | undefined>(undefined)

/** Undefined in the browser, where it is not needed: React runs no script that it renders. */
export const useNonce = () => useContext(NonceContext)
