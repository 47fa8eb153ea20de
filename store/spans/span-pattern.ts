/** Characters of a statement that count. */
const MAX_CHARS = 300

/** `id = 17` and `id = 18` are one statement, which some libraries send with its values. */
const LITERALS = /'(?:[^']|'')*'|\b\d[\d.]*\b/g

/**
 * What equal calls have in common beside their operation: the HTTP status, and the database statement without its literals. '' if there is
 * neither.
 */
export function spanPattern(httpStatus: number, statement: string): string {
  const status = httpStatus === 0 ? '' : `${httpStatus}`
  if (statement === '') return status
  return `${status} ${beginningOf(statement).replace(LITERALS, '?')}`.trim()
}

/** By characters, not UTF-16 units, as the engine counts. */
const beginningOf = (statement: string) =>
  statement.length <= MAX_CHARS ? statement : [...statement.slice(0, 2 * MAX_CHARS)].slice(0, MAX_CHARS).join('')
