import type { AnswerOf, InputOf, OperationId } from '../../app/api/operation-types.ts'

/** Asks an operation of the API. @throws What {@link Desk.explain} explains. */
export type Ask = <Id extends OperationId>(operation: Id, input: InputOf<Id>) => Promise<AnswerOf<Id>>

/** The desk that tools ask. */
export interface Desk {
  /** Its address for readers, without a final slash. */
  readonly url: string
  /** Asks over HTTP, or in the desk itself, until the signal ends it. */
  ask<Id extends OperationId>(operation: Id, input: InputOf<Id>, signal: AbortSignal): Promise<AnswerOf<Id>>
  /** A sentence for whatever {@link Desk.ask} threw; a fault of ours is reported, and told in general. */
  explain(error: unknown): string
}

/** A desk, as far as a tool may use it. */
export interface AskedDesk {
  readonly url: string
  readonly ask: Ask
}
