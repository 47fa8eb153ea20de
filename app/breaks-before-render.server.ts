import { createContext } from 'react-router'

/** Set by the lab: the message of an error that the entry throws before it renders anything. */
export const breaksBeforeRender = createContext<string | undefined>(undefined)
