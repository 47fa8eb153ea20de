/** Who is affected by an issue, by name, or by the traces of its newest errors. */
export interface AffectedCount {
  readonly users: number
  readonly sessions: number
  /** Whether the issue has more errors that name nobody than were read. */
  readonly hasMore: boolean
}

/** Users or sessions of an issue. */
export interface KnownAffected {
  readonly count: number
  /** Whether there may be more, because only the newest traces were read. */
  readonly hasMore: boolean
}

/** How many users or sessions are known to be affected: those that exceptions name, until those of their traces are counted too. */
export function knownAffected(
  what: 'users' | 'sessions',
  named: number,
  traced: AffectedCount | undefined,
): KnownAffected {
  const count = Math.max(named, traced?.[what] ?? 0)
  return { count, hasMore: count > 0 && traced?.hasMore === true }
}
