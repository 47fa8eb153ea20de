import { type Expressions, insertExpressions } from './insert-expressions.ts'

/** What a parameter of a statement can be. */
export type Parameter = string | number | bigint | boolean | readonly (string | bigint)[]

interface ParameterizedSql {
  readonly sql: string
  readonly params: Readonly<Record<string, Parameter>>
}

/** Binds a value as a parameter. @returns the parameter's placeholder in SQL */
export type BindParameter = (
  value: Parameter,
  type: 'String' | 'Float64' | 'UInt64' | 'Int64' | 'Array(String)',
) => string

/** Collects parameters named `value_0`, `value_1` and so on. */
export function createParameterBinder(): { readonly bind: BindParameter; readonly params: Record<string, Parameter> } {
  const params: Record<string, Parameter> = {}
  const bind: BindParameter = (value, type) => {
    const name = `value_${Object.keys(params).length}`
    params[name] = value
    return `{${name}:${type}}`
  }
  return { bind, params }
}

/** A statement with expressions inserted, and the parameters that these have. */
export function bindExpressions<Statement extends ParameterizedSql>(
  statement: Statement,
  write: (bind: BindParameter) => Expressions,
): Statement {
  const { bind, params } = createParameterBinder()
  const sql = insertExpressions(statement.sql, write(bind))
  return { ...statement, sql, params: { ...statement.params, ...params } }
}
