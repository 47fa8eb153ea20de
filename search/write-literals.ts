import type { Parameter } from './bind.ts'
import { requireExpressions } from './insert-expressions.ts'

/**
 * Inserts parameter values into a statement and names the database of its tables, for people to run elsewhere. Errata itself sends
 * parameters separately.
 *
 * @throws {TypeError} If a parameter has no value, or if an expression is not inserted yet.
 */
export function writeLiterals(sql: string, params: Readonly<Record<string, Parameter>>, database: string): string {
  requireExpressions(sql)
  const prefix = `\`${database.replaceAll(/[`\\]/g, '\\$&')}\`.`.replace(/^`([A-Za-z_]\w*)`/, '$1')
  // Before values, which may read like SQL.
  return qualifyTables(sql, prefix).replaceAll(/\{(\w+):(\w+(?:\(\w+\))?)\}/g, (_, name: string, type: string) => {
    const value = params[name]
    if (value === undefined) throw new TypeError(`${name} has no value.`)
    if (type === 'Identifier') return `${prefix}${value}`
    return type === 'String' ? writeValue(value) : `${writeValue(value)}::${type}`
  })
}

/** Tables are what FROM and JOIN name, except for what WITH defines. */
function qualifyTables(sql: string, prefix: string): string {
  const defined = new Set([...sql.matchAll(/\b(\w+) AS \(\s*SELECT\b/g)].map(([, name]) => name))
  return sql.replaceAll(/\b(FROM|JOIN)(\s+)(\w+)\b/g, (whole, word: string, space: string, name: string) =>
    defined.has(name) ? whole : `${word}${space}${prefix}${name}`,
  )
}

function writeValue(value: Parameter): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&')}'`
  return typeof value === 'object' ? `[${value.map(writeValue).join(', ')}]` : String(value)
}
