/**
 * `{{name}}`, or `{{name: default}}` for an expression with which a file runs as it is. The default may have placeholders of bound
 * parameters, `{name:Type}`.
 */
const PLACEHOLDER = /\{\{(\w+)(?:: ((?:[^{}]|\{[^{}]*\})+))?\}\}/g

/**
 * Inserts expressions into SQL, in place of the placeholders that have their names. Schema files, and queries whose shape depends on what is
 * asked, get text in this way only; values are bound parameters.
 *
 * @param expressionOf `undefined` keeps the default.
 * @throws {TypeError} If there is neither an expression nor a default.
 */
export function insertExpressions(
  sql: string,
  expressionOf: (name: string, hasDefault: boolean) => string | undefined,
): string {
  return sql.replaceAll(PLACEHOLDER, (_, name: string, byDefault: string | undefined) => {
    const expression = expressionOf(name, byDefault !== undefined) ?? byDefault
    if (expression === undefined) throw new TypeError(`Nothing is inserted for ${name}.`)
    return expression
  })
}

/** @returns the names of the expressions that SQL lacks */
export function listPlaceholders(sql: string): ReadonlySet<string> {
  return new Set(Array.from(sql.matchAll(PLACEHOLDER), ([, name = '']) => name))
}

/** @throws {TypeError} If a statement still lacks an expression. */
export function requireExpressions(sql: string): void {
  for (const name of listPlaceholders(sql)) throw new TypeError(`Nothing is inserted for ${name}.`)
}
