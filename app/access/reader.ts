import { createContext, type RouterContextProvider } from 'react-router'
import { readClientAddress } from '../http/client-address.ts'
import type { Role } from './roles.ts'
import type { SignInRefusal } from './sign-in-refusals.ts'

/** Who sent a request. */
export interface Reader {
  /** Id of the person; '' where nobody signs in. */
  readonly id: string
  /** '' where nobody signs in. */
  readonly name: string
  readonly role: Role
  /** Id of the session; '' for none. */
  readonly session: string
  /** By a token or as a command. Programs change no accounts and make no tokens: what they made would outlive them. */
  readonly isProgram: boolean
}

/** Whom a request proves to come from. */
export interface FoundReader {
  readonly reader: Reader | undefined
  /** Cookies to set with the response. */
  readonly cookies: readonly string[]
  /** Why whom a proxy named is no reader. */
  readonly refused?: SignInRefusal
}

/** Set by the middleware before any loader. `null` where nobody is signed in: pages that anybody may read. */
export const readerContext = createContext<Reader | null>(null)

/** Where no sign-in is configured, whoever reaches the desk may do everything. */
export const LOCAL_READER: Reader = { id: '', name: '', role: 'admin', session: '', isProgram: false }

/** By what rate limits tell readers apart: the person or token, where nobody signs in the address. */
export function limitKeyOf({
  request,
  context,
}: {
  readonly request: Request
  readonly context: Readonly<RouterContextProvider>
}): string {
  return context.get(readerContext)?.id || readClientAddress(request)
}
