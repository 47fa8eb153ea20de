/** The name of a span, with what it calls if the name is only an HTTP method: `GET pay.example/charges`. */
export const nameWithCallee = (name: string, callee = ''): string => (callee === '' ? name : `${name} ${callee}`)
