import { createContext, use } from 'react'

/** Who reads the page. */
export interface ShownReader {
  /** '' where nobody signs in. */
  readonly name: string
  readonly role: 'viewer' | 'triager' | 'admin'
  /** Names of those to whom issues can be assigned; empty where nobody signs in. */
  readonly people: readonly string[]
  /** False where a proxy signs people in, and so out. */
  readonly canSignOut: boolean
}

/** Given by the root; `undefined` where nobody is signed in. */
export const ReaderContext = createContext<ShownReader | undefined>(undefined)

export const useReader = () => use(ReaderContext)

/** True for a reader who administers Errata; where nobody signs in, everybody does. */
export const useIsAdmin = () => (useReader()?.role ?? 'admin') === 'admin'
