import { createContext, useContext } from 'react'

/** What allows the inline scripts of one document, given to its rendering on the server. */
export const NonceContext = createContext<string | undefined>(undefined)

/** In the browser there is none to be had any more, nor needed: React runs no script that it renders. */
export const useNonce = () => useContext(NonceContext)
