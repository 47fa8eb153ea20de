/** `1 span`, `7 spans`. */
export const plural = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
