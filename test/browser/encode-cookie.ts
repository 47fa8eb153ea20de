/** A cookie's value as `createCookie` of React Router writes it, so that a test can be a reader who came before. */
export const encodeCookie = (value: string) => Buffer.from(JSON.stringify(value)).toString('base64')
