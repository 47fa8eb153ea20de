/** What code may insert into statements. */
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

/** SQL made of constants of the code and placeholders of bound parameters. `undefined` keeps the expression of the file. */
export type Expressions = { readonly [name in ExpressionName]?: string | undefined }

// A name in a comment, then the expression with which the file runs as it is. That has brackets within brackets at most once.
const PLACEHOLDER = /\(\/\* (\w+) \*\/ ((?:[^()]|\((?:[^()]|\([^()]*\))*\))+)\)/g

/**
 * Inserts expressions into a statement, wherever it has their name in a comment.
 *
 * @throws {TypeError} Unless the statement has all names of `expressions` and no others.
 */
export function insertExpressions(sql: string, expressions: Expressions): string {
  const unused = new Set(Object.keys(expressions))
  const inserted = sql.replaceAll(PLACEHOLDER, (_, name: ExpressionName, byDefault: string) => {
    if (!Object.hasOwn(expressions, name)) throw new TypeError(`Nothing is inserted for ${name}.`)
    unused.delete(name)
    return `(${expressions[name] ?? byDefault})`
  })
  if (unused.size > 0) throw new TypeError(`The statement has no place for ${[...unused]}.`)
  return inserted
}

/** @throws {TypeError} If a statement still has the name of an expression. */
export function requireExpressions(sql: string): void {
  const name = /\/\* (\w+) \*\//.exec(sql)?.[1]
  if (name !== undefined) throw new TypeError(`Nothing is inserted for ${name}.`)
}
