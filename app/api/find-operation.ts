import type { Operation } from './define/operation.ts'

/** The operation that a path and a method select. */
export type FoundOperation =
  | { readonly operation: Operation; readonly path: Readonly<Record<string, string>> }
  /** The path exists, with other methods. */
  | { readonly allowed: readonly string[] }
  | undefined

/** @param path below `/api/v1`, decoded */
export function findOperation(operations: readonly Operation[], method: string, path: string): FoundOperation {
  const fitting = operations.flatMap(operation => {
    const matched = matchPath(operation.path, path)
    return matched === undefined ? [] : [{ operation, path: matched }]
  })
  const found = fitting.find(({ operation }) => operation.method === (method === 'HEAD' ? 'GET' : method))
  if (found !== undefined || fitting.length === 0) return found
  const methods = fitting.map(({ operation }) => operation.method)
  return { allowed: methods.includes('GET') ? ['HEAD', ...methods] : methods }
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return undefined
  const params: [string, string][] = []
  for (const [i, segment] of wanted.entries()) {
    const value = given[i] ?? ''
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? []
    if (name === undefined ? segment !== value : value === '') return undefined
    if (name !== undefined) params.push([name, value])
  }
  return Object.fromEntries(params)
}
