import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'

/** The newest exception of an issue in a list. */
export interface ExceptionGroup extends ExceptionSummary {
  /** How many of the list are of the issue, with this one. */
  readonly count: number
}

/**
 * Groups a list by issue, so that one that repeats does not fill it.
 *
 * @param exceptions Newest first.
 * @returns Newest first.
 */
export function groupExceptions(exceptions: readonly ExceptionSummary[]): readonly ExceptionGroup[] {
  return [...Map.groupBy(exceptions, ({ issue, id }) => issue || id).values()].flatMap(of =>
    of.slice(0, 1).map(newest => ({ ...newest, count: of.length })),
  )
}
