import { type IssueTitle, shortIssueTitle } from '../../format/issue-title.ts'

interface Row {
  readonly issue: string
  readonly title: IssueTitle
  /** '' if there is none; so are the next. */
  readonly service: string
  readonly culprit: string
}

/** Digits of an issue id that distinguish the rows of a page, except by chance. */
const ID_CHARS = 8

/** What a row shows of a title at least; the rest may be cut off. */
const TITLE_CHARS = 80

/**
 * What distinguishes rows whose titles look equal: where they happened, or if that is equal too, the start of the issue id.
 *
 * @returns by issue; no entry for a unique title
 */
export function distinguishEqualTitles(rows: readonly Row[]): ReadonlyMap<string, string> {
  const apart = new Map<string, string>()
  for (const alike of Map.groupBy(rows, row => shortIssueTitle(row.title).slice(0, TITLE_CHARS)).values()) {
    if (alike.length === 1) continue
    const byPlace = Map.groupBy(alike, serviceAndCulprit)
    for (const row of alike) {
      const place = serviceAndCulprit(row)
      const isAlone = place !== '' && byPlace.get(place)?.length === 1
      apart.set(row.issue, isAlone ? place : [place, row.issue.slice(0, ID_CHARS)].filter(Boolean).join(' · '))
    }
  }
  return apart
}

const serviceAndCulprit = ({ service, culprit }: Row) => [service, culprit].filter(Boolean).join(' · ')
