/** The fields of a JSON object. */
export type Fields = Record<string, unknown>

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects in a list of a value; none if it has no such list. */
export function listIn(value: unknown, name: string): Fields[] {
  const list = isObject(value) ? value[name] : undefined
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** The objects in all lists of an object that have one of these names: JSON has both spellings, `resourceSpans` and `resource_spans`. */
export const listsIn = (value: object, ...names: readonly string[]): Fields[] =>
  Object.entries(value).flatMap(([name, list]) =>
    names.includes(name) && Array.isArray(list) ? list.filter(isObject) : [],
  )
