/** A key of the search language without its prefix: `host.name` for `resource.host.name`. */
export const shortKey = (key: string): string => key.replace(/^@?(resource\.)?/, '')
