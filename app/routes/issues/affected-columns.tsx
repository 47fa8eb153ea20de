import { type AffectedCount, knownAffected } from '../../../store/issue-counts/known-affected.ts'
import { AffectedNumber } from '../../ui/elements/affected-number.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'

export type AffectedCounts = QueryResult<ReadonlyMap<string, AffectedCount>>

interface AffectedProps {
  readonly of: AffectedCounts | Promise<AffectedCounts> | undefined
  /** Whom its exceptions name. */
  readonly row: { readonly issue: string; readonly users: number; readonly sessions: number }
}

interface AffectedColumnProps extends AffectedProps {
  readonly what: 'users' | 'sessions'
}

/** Users or sessions of an issue; those of its traces once they are known. */
export function Affected({ of, row, what }: AffectedColumnProps) {
  const shown = (traced?: AffectedCount) => <AffectedNumber {...knownAffected(what, row[what], traced)} />
  return row[what] > 0 ? (
    shown()
  ) : (
    <DeferredValue of={of} fallback={shown()}>
      {answer => shown(answer.get(row.issue))}
    </DeferredValue>
  )
}

/** With the noun, and nothing if none are known. */
export function AffectedUsers({ of, row }: AffectedProps) {
  const shown = (traced?: AffectedCount) => {
    const users = knownAffected('users', row.users, traced)
    return (
      users.count > 0 && (
        <span>
          <AffectedNumber {...users} /> {users.count === 1 ? 'user' : 'users'}
        </span>
      )
    )
  }
  return row.users > 0 ? (
    shown()
  ) : (
    <DeferredValue of={of} fallback={false}>
      {answer => shown(answer.get(row.issue))}
    </DeferredValue>
  )
}
