/**
 * Set by server.ts on every request, whatever a client sent: the address that the outermost of our proxies saw, of IPv6 its /64.
 */
export const CLIENT_ADDRESS_HEADER = 'x-errata-reader'

/** Who reads and changes, as far as that can be told without a login: for rates alone. */
export const clientAddressOf = ({ headers }: Pick<Request, 'headers'>): string =>
  headers.get(CLIENT_ADDRESS_HEADER) ?? ''
