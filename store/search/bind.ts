import type { Parameter } from '../store.ts'

/** SQL whose values are all parameters. */
export interface SqlConditions {
  /** An expression that is 1 or 0. */
  readonly sql: string
  readonly params: Readonly<Record<string, Parameter>>
}

/** Binds a value as a parameter. @returns the parameter's placeholder in SQL */
export type BindParameter = (
  value: Parameter,
  type: 'String' | 'Float64' | 'UInt64' | 'Int64' | 'Array(String)',
) => string

/** Collects parameters named `prefix_0`, `prefix_1` and so on. */
export function createParameterBinder(prefix: string): {
  readonly bind: BindParameter
  readonly params: Record<string, Parameter>
} {
  const params: Record<string, Parameter> = {}
  const bind: BindParameter = (value, type) => {
    const name = `${prefix}_${Object.keys(params).length}`
    params[name] = value
    return `{${name}:${type}}`
  }
  return { bind, params }
}

/** Inserts conditions at the comment `search` of a statement, which precedes a condition that is always true. */
export function insertSearchConditions(sql: string, conditions: string): string {
  return sql.replaceAll('(/* search */ 1)', () => `(${conditions})`)
}
