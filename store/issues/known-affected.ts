/** A lower bound of who is affected by an issue, from its newest errors. */
export interface AffectedCount {
  readonly users: number
  readonly sessions: number
  /** Whether the issue has more errors than were read. */
  readonly hasMore: boolean
}

/** Users or sessions of an issue. */
export interface KnownAffected {
  readonly count: number
  /** Whether there may be more, because only the newest traces were read. */
  readonly hasMore: boolean
}

/** How many users or sessions the exceptions of an issue name; where they name none, how many their traces name. */
export function knownAffected(
  what: 'users' | 'sessions',
  named: number,
  traced: AffectedCount | undefined,
): KnownAffected {
  const count = named || (traced?.[what] ?? 0)
  return { count, hasMore: named === 0 && count > 0 && traced?.hasMore === true }
}
