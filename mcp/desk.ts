import type { AnswerOf, InputOf, OperationId } from '../app/api/operation-types.ts'

/** Asks an operation of the API, `/api/v1` over HTTP or in the desk itself. @throws What {@link Desk.explain} knows. */
export type Ask = <Id extends OperationId>(operation: Id, input: InputOf<Id>) => Promise<AnswerOf<Id>>

/** The desk that tools ask. */
export interface Desk {
  /** Its address for readers, without a final slash. */
  readonly url: string
  readonly ask: Ask
  /** A sentence for what the desk refused or could not do; `undefined` for a fault of ours. */
  explain(error: unknown): string | undefined
}
