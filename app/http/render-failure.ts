import { createContext } from 'react-router'

/** Set by the lab: thrown by the entry before it renders; the same object on both attempts, because it is one failure. */
export const renderFailureContext = createContext<Error | null>(null)
