/** Its own name, else that of its class, as on the server. The relay maps a minified one. */
export const errorType = (error: Error): string => (error.name === 'Error' && error.constructor?.name) || error.name
