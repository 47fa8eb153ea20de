import { createContext } from 'react-router'

/** Set by the lab: what the entry throws before it renders anything; the same at both of its tries, as it is one failure. */
export const renderFailure = createContext<Error | null>(null)
