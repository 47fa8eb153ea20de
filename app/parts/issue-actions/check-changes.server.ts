import type { RouterContextProvider } from 'react-router'
import { authorOfPerson } from '../../../store/accounts/name-author.ts'
import { listKnownIssues } from '../../../store/issues/list-known-issues.ts'
import { hasRoomForMerges } from '../../../store/issues/merges.ts'
import { readIssueEvents } from '../../../store/issues/read-states.ts'
import type { NewIssueEvent } from '../../../store/issues/record-issue-events.ts'
import type { Store } from '../../../store/store.ts'
import { accessContext } from '../../access/access.server.ts'
import { changeRateLimiterContext } from '../../data/settings.ts'

interface CheckArgs {
  readonly context: Readonly<RouterContextProvider>
  /** By whom changes are counted: `limitKeyOf`. */
  readonly limitKey: string
  /** Runs a function of the store. */
  readonly ask: <Params, Answer>(
    run: (store: Store, params: Params, signal?: AbortSignal) => Promise<Answer>,
    params: Params,
  ) => Promise<Answer>
}

/** Why changes are refused. */
export interface RefusedChanges {
  readonly refused: 'too many' | 'unknown issue' | 'too many merges'
  /** One sentence. */
  readonly error: string
  /** True if what to merge into is at fault. */
  readonly isTarget: boolean
}

/**
 * Checks changes of issues before they are recorded: that the issues exist, and that the reader may still change so many.
 *
 * @returns The changes, with owners who have an account named by their id.
 */
export async function checkChanges(
  { context, limitKey, ask }: CheckArgs,
  events: readonly NewIssueEvent[],
): Promise<{ readonly changes: readonly NewIssueEvent[] } | RefusedChanges> {
  const changes = events.map(event => nameOwner(context, event))
  if (!context.get(changeRateLimiterContext).allows(limitKey, changes.length)) {
    return { refused: 'too many', error: 'Too many changes within an hour. Try again later.', isTarget: false }
  }
  const targets = changes.flatMap(({ what, value }) => (what === 'merged' && value !== '' ? [value] : []))
  const issues = new Set([...changes.map(({ issue }) => issue), ...targets])
  const known = new Set(await ask(listKnownIssues, { issues: [...issues] }))
  const unknown = [...issues].find(issue => !known.has(issue))
  if (unknown !== undefined) {
    const error = `Issue not found: ${unknown.slice(0, 128)}.`
    return { refused: 'unknown issue', error, isTarget: targets.includes(unknown) }
  }
  if (targets.length === 0) return { changes }
  const { merges } = await ask(readIssueEvents, {})
  return hasRoomForMerges(merges, targets.length)
    ? { changes }
    : { refused: 'too many merges', error: 'Too many merged issues.', isTarget: false }
}

/** An owner who has an account is stored as a person; any other text, such as the name of a team, as it was typed. */
function nameOwner(context: CheckArgs['context'], event: NewIssueEvent): NewIssueEvent {
  if (event.what !== 'owner') return event
  const [person, ...others] = context.get(accessContext).findPeople(event.value)
  return person === undefined || others.length > 0 ? event : { ...event, value: authorOfPerson(person.id) }
}
