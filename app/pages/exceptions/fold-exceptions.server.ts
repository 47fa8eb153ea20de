import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import { DAY_NS, MINUTE_NS } from '../../../store/time-units.ts'
import { pluralize } from '../../format/count.ts'
import { linkRecord } from '../../parts/record-links/link-record.ts'
import type { ScopedPath } from '../../parts/record-links/record-links.tsx'
import { groupRuns } from '../../ui/table/group-runs.ts'

/** An exception of a list, with its user if one is known. */
export interface UserException extends ExceptionSummary {
  /** user.id, '' if unknown. */
  readonly user: string
  /** The number of attempts in its trace that failed with it. */
  readonly attempts: number
}

/** A row of an exception list: an exception, or some in succession of one issue, service, release and day. */
interface ExceptionRow extends ExceptionSummary {
  /** For how many it stands. */
  readonly count: number
  /** Of some the first and the last time, of one minute only the latest. */
  readonly timesNs?: readonly bigint[]
  readonly links: readonly ScopedPath[]
}

/**
 * Folds the exceptions of a page. A row of several is the first of them, and leads to a list of each.
 *
 * @param exceptions in the order of time
 * @param listOf the address of the list of one issue
 */
export function foldExceptions(
  exceptions: readonly UserException[],
  listOf: (issue: string) => string,
): readonly ExceptionRow[] {
  return groupRuns(exceptions, isAlike).flatMap(run => {
    const [first] = run
    const last = run.at(-1)
    if (last === undefined || last === first) return toExceptionRows(run)
    const [routes, sessions] = [new Set(run.map(of => of.route)), new Set(run.map(of => of.sessionId || of.user))]
    sessions.delete('')
    const each = { text: sessions.size > 0 ? pluralize(sessions.size, 'session') : 'Each', to: listOf(first.issue) }
    return [
      {
        ...first,
        count: run.length,
        timesNs: timesOf(first.atNs, last.atNs),
        route: routes.size > 1 ? pluralize(routes.size, 'route') : first.route,
        links: [
          ...linkRecord({ ...first, sessionId: '', user: '' }, first.atNs < last.atNs ? 'First trace' : 'Latest trace'),
          each,
        ],
      },
    ]
  })
}

function timesOf(a: bigint, b: bigint): readonly bigint[] {
  const [from, to] = a < b ? [a, b] : [b, a]
  return from / MINUTE_NS === to / MINUTE_NS ? [to] : [from, to]
}

/** One row an exception. */
export const toExceptionRows = (exceptions: readonly UserException[]): readonly ExceptionRow[] =>
  exceptions.map(exception => ({ ...exception, count: 1, links: linkRecord(exception) }))

const isAlike = (a: ExceptionSummary, b: ExceptionSummary) =>
  a.issue !== '' &&
  a.issue === b.issue &&
  a.service === b.service &&
  a.release === b.release &&
  a.atNs / DAY_NS === b.atNs / DAY_NS &&
  (a.originalTime ?? '') === (b.originalTime ?? '')
