import { insertExpressions, listPlaceholders } from './insert-expressions.ts'

/** The expressions that code may insert into queries. */
type ExpressionName =
  | 'all'
  | 'attributes'
  | 'before'
  | 'bounds'
  | 'boundsOfSample'
  | 'conditions'
  | 'duration'
  | 'group'
  | 'grouping'
  | 'issue'
  | 'lacking'
  | 'range'
  | 'sample'
  | 'search'
  | 'selection'
  | 'single'
  | 'stored'

/** SQL made of constants of the code and placeholders of bound parameters. `undefined` keeps the default of the file. */
export type Expressions = { readonly [name in ExpressionName]?: string | undefined }

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

/**
 * A statement with expressions inserted, and the parameters that these have.
 *
 * @throws {TypeError} Unless the statement has all names of the expressions and no others.
 */
export function bindExpressions<Statement extends ParameterizedSql>(
  statement: Statement,
  write: (bind: BindParameter) => Expressions,
): Statement {
  const { bind, params } = createParameterBinder()
  const expressions = new Map<string, string | undefined>(Object.entries(write(bind)))
  const names = listPlaceholders(statement.sql)
  const unused = [...expressions.keys()].filter(name => !names.has(name))
  if (unused.length > 0) throw new TypeError(`The statement has no place for ${unused}.`)
  const sql = insertExpressions(statement.sql, (name, hasDefault) => {
    if (expressions.has(name)) return expressions.get(name)
    if (hasDefault) throw new TypeError(`Nothing is inserted for ${name}.`)
    // One of the names that the store inserts.
    return `{{${name}}}`
  })
  return { ...statement, sql, params: { ...statement.params, ...params } }
}
