/** Set by server.ts on every request, replacing what a client sent: the address that the outermost of our proxies saw, for IPv6 its /64. */
export const CLIENT_ADDRESS_HEADER = 'x-errata-reader'

/** Identifies a reader as far as possible without a login: only for rate limits. */
export const readClientAddress = ({ headers }: Pick<Request, 'headers'>): string =>
  headers.get(CLIENT_ADDRESS_HEADER) ?? ''
