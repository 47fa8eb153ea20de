import type { StoreErrorKind } from '../../../store/store-error.ts'

/** Why the database cannot answer, in words. It is not an exception of the app's code. */
export interface Outage {
  readonly kind: StoreErrorKind
  /** Of a page that it prevents. */
  readonly httpStatus: number
  readonly title: string
  readonly what: string
  readonly advice: string
  /** When the database last answered this process, Unix milliseconds. */
  readonly lastAnswerMs?: number | undefined
}

/** The answer to a query, or the outage. */
export type QueryResult<Answer> = { readonly answer: Answer } | { readonly outage: Outage }

/** The outage in the data of an error response, if there is one. */
export function outageIn(data: unknown): Outage | undefined {
  return hasOutage(data) ? data.outage : undefined
}

const hasOutage = (data: unknown): data is { readonly outage: Outage } =>
  typeof data === 'object' && data !== null && 'outage' in data
