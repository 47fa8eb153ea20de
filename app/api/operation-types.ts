import type { TypedOperation } from './define/operation.ts'
import type { OPERATIONS } from './operations.ts'

/*
 * Types of the API for its clients, from the schemas that the operations are checked by.
 */

type AnyOperation = (typeof OPERATIONS)[number]

export type OperationId = AnyOperation['id']

type TypesOf<Id extends OperationId> =
  Extract<AnyOperation, { readonly id: Id }> extends TypedOperation<Id, infer Input, infer Answer>
    ? { readonly input: Input; readonly answer: Answer }
    : never

/** Parameters of path and query, and fields of the body, under one another. */
export type InputOf<Id extends OperationId> = TypesOf<Id>['input']

export type AnswerOf<Id extends OperationId> = TypesOf<Id>['answer']

/** A row of an operation that lists rows page by page. */
export type ItemOf<Id extends OperationId> =
  AnswerOf<Id> extends { readonly items: readonly (infer Item)[] } ? Item : never
