/**
 * Parses expressions.sql and columns.sql: each expression follows a comment that begins with its name.
 *
 * @returns The expressions by name.
 */
export function parseExpressions(sql: string): Map<string, string> {
  const named = sql.replaceAll('\r\n', '\n').matchAll(/^-- (\w+): [^\n]*\n(?:--[^\n]*\n)*([^;]+);$/gm)
  return new Map(Array.from(named, ([, name = '', expression = '']): [string, string] => [name, expression]))
}

/** The expression of grouping-rule.sql. */
export function parseGroupingRule(sql: string): string {
  return sql
    .replaceAll('\r\n', '\n')
    .replace(/^--.*\n/gm, '')
    .trimEnd()
}
