import type { IssueTags } from '../../store/issues/get-issue-tags.ts'
import { formatBrowser } from '../format/browser.ts'
import { compareShares } from './change.ts'

/**
 * Five values of each tag. Those come first that the issue has much more often than all sessions, by how much more; then what can be compared
 * with sessions, and last what has only one value.
 */
export function layoutTags({ tags, sessionShares }: IssueTags) {
  const shares = Map.groupBy(sessionShares.map(nameBrowser), ({ tag, value }) => keyOf(tag, value))
  const grouped = [...Map.groupBy(tags.map(nameBrowser), ({ tag }) => tag)].map(([tag, of]) => {
    const values = [...Map.groupBy(of, ({ value }) => value)].map(([value, same]) => {
      const ofSessions = shares.get(keyOf(tag, value))
      const part = { has: sumOf(same), looked: same[0]?.looked ?? 0 }
      const whole = ofSessions && { has: sumOf(ofSessions), looked: ofSessions[0]?.looked ?? 0 }
      return {
        value,
        ...part,
        /** Share of all sessions; undefined if none of them has the tag. */
        sessions: whole,
        isFrequent: whole !== undefined && isMoreFrequent(part, whole),
      }
    })
    return { tag, values: values.toSorted((a, b) => b.has - a.has).slice(0, 5) }
  })
  const isCompared = ({ values }: (typeof grouped)[number]) => Number(values.some(({ sessions }) => sessions))
  const excessOf = ({ values }: (typeof grouped)[number]) =>
    Math.max(
      0,
      ...values.map(({ has, looked, sessions, isFrequent }) =>
        isFrequent && sessions ? has / looked - sessions.has / sessions.looked : 0,
      ),
    )
  return grouped
    .toSorted(
      (a, b) =>
        excessOf(b) - excessOf(a) ||
        isCompared(b) - isCompared(a) ||
        b.values.length - a.values.length ||
        (a.tag < b.tag ? -1 : 1),
    )
    .slice(0, 18)
}

/** Whether a value has a share larger than that of all sessions, by more than chance explains. */
function isMoreFrequent(
  a: { readonly has: number; readonly looked: number },
  b: { readonly has: number; readonly looked: number },
): boolean {
  return compareShares({ part: a.has, whole: a.looked }, { part: b.has, whole: b.looked }).direction === 'more'
}

const keyOf = (tag: string, value: string) => `${tag} ${value}`
const sumOf = (of: readonly { readonly has: number }[]) => of.reduce((sum, { has }) => sum + has, 0)

/** Many user agents are the same browser. */
const nameBrowser = <Tag extends { readonly tag: string; readonly value: string }>(of: Tag): Tag =>
  of.tag === 'browser' ? { ...of, value: formatBrowser(of.value) } : of
