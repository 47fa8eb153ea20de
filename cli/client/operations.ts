import type { OperationId } from '../../app/api/operation-types.ts'
import document from '../../docs/openapi.json' with { type: 'json' }

/** An operation as docs/openapi.json describes it. */
export interface DescribedOperation {
  readonly method: 'GET' | 'POST'
  /** Below `/api/v1`, with `{name}` for each parameter. */
  readonly path: string
  readonly parameters: readonly DescribedParameter[]
}

export interface DescribedParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly description?: string
  readonly schema: { readonly enum?: readonly string[]; readonly default?: unknown }
}

interface DocumentedOperation {
  readonly operationId: string
  readonly parameters?: readonly DescribedParameter[]
}

const operations = new Map(
  Object.entries(document.paths as Readonly<Record<string, object>>).flatMap(([path, methods]) =>
    Object.entries(methods as Readonly<Record<string, DocumentedOperation>>).map(
      ([method, { operationId, parameters = [] }]): [string, DescribedOperation] => [
        operationId,
        { method: method === 'post' ? 'POST' : 'GET', path, parameters },
      ],
    ),
  ),
)

export function describeOperation(id: OperationId): DescribedOperation {
  const found = operations.get(id)
  if (found === undefined) throw new Error(`docs/openapi.json has no operation ${id}.`)
  return found
}
