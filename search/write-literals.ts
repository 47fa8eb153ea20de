import type { Parameter } from './bind.ts'

/**
 * Inserts parameter values into a statement, for people to run elsewhere. Errata itself sends parameters separately.
 *
 * @throws {TypeError} If a parameter has no value.
 */
export function writeLiterals(sql: string, params: Readonly<Record<string, Parameter>>): string {
  return sql.replaceAll(/\{(\w+):(\w+(?:\(\w+\))?)\}/g, (_, name: string, type: string) => {
    const value = params[name]
    if (value === undefined) throw new TypeError(`${name} has no value.`)
    if (type === 'Identifier') return String(value)
    return type === 'String' ? writeValue(value) : `${writeValue(value)}::${type}`
  })
}

function writeValue(value: Parameter): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&')}'`
  return typeof value === 'object' ? `[${value.map(writeValue).join(', ')}]` : String(value)
}
