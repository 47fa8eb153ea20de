import { listIssuePlaces } from '../../../store/alerts/list-issue-places.ts'
import type { IssueEventsAndMerges } from '../../../store/issues/read-states.ts'
import type { Store } from '../../../store/store.ts'
import type { Ns } from '../../../store/units.ts'
import type { JudgeSettings } from '../judge.ts'
import type { AlertRule } from '../rule.ts'

interface OwnersQuery {
  readonly rules: readonly AlertRule[]
  readonly known: Pick<IssueEventsAndMerges, 'issueEvents' | 'merges'>
  /** Only issues that were seen since then are read. */
  readonly sinceNs: Ns
  readonly ownerOf: JudgeSettings['ownerOf']
}

/**
 * The owners of issues, as far as rules name them: to whom somebody assigned an issue, else by the rules of ownership.
 *
 * @throws {StoreError} Any kind.
 */
export async function readIssueOwners(
  store: Store,
  { rules, known: { issueEvents, merges }, sinceNs, ownerOf }: OwnersQuery,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const named = new Set(rules.map(({ owner }) => owner).filter(owner => owner !== ''))
  if (named.size === 0) return new Map()
  const places = await listIssuePlaces(store, { sinceNs, merges }, signal)
  const owners = places.map(({ issue, service, function: place }) => {
    const assigned = issueEvents.get(issue)?.find(({ what }) => what === 'owner')?.value ?? ''
    return [issue, assigned === '' ? ownerOf({ service, path: fileOf(place) }) : assigned] as const
  })
  return new Map(owners.filter(([, owner]) => named.has(owner)))
}

/** The last parts of the file's path in a function as issues name it, such as `pay checkout/pay.js`. */
const fileOf = (place: string) => place.slice(place.lastIndexOf(' ') + 1)
