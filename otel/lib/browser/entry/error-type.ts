/** Its own name, else that of its class, as on the server. The relay maps a minified one. */
export const errorType = ({ name, constructor }: Error): string => (name === 'Error' && constructor?.name) || name
