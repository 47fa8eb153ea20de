import type { ReactNode } from 'react'
import { type AffectedCount, type KnownAffected, knownAffected } from '../../../store/issues/known-affected.ts'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { AffectedNumber } from '../../ui/numbers/affected-number.tsx'

export type AffectedCounts = QueryResult<ReadonlyMap<string, AffectedCount>>

interface AffectedProps {
  readonly affected: AffectedCounts | Promise<AffectedCounts> | undefined
  /** Whom its exceptions name. */
  readonly row: { readonly issue: string; readonly users: number; readonly sessions: number }
}

interface KnownProps extends AffectedProps {
  readonly what: 'users' | 'sessions'
  readonly children: (known: KnownAffected) => ReactNode
}

/** Whom the exceptions name, and the traces of those that name nobody: one number, once these have been read. */
function Known({ affected, row, what, children }: KnownProps) {
  const show = (traced?: AffectedCount) => children(knownAffected(what, row[what], traced))
  return (
    <DeferredValue result={affected} fallback={children({ count: 0, hasMore: false })}>
      {answer => show(answer.get(row.issue))}
    </DeferredValue>
  )
}

/** Users or sessions of an issue. */
export const Affected = (props: Omit<KnownProps, 'children'>) => (
  <Known {...props}>{known => <AffectedNumber {...known} />}</Known>
)

/** With the noun, and nothing if none are known. */
export const AffectedUsers = (props: AffectedProps) => (
  <Known {...props} what="users">
    {users =>
      users.count > 0 && (
        <span>
          <AffectedNumber {...users} /> {users.count === 1 ? 'user' : 'users'}
        </span>
      )
    }
  </Known>
)
