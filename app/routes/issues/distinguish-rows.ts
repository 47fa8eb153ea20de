import { formatIssueTitle, type IssueTitle } from '../../format/issue-title.ts'

interface Row {
  readonly issue: string
  readonly title: IssueTitle
  /** '' where there is none, as of the next. */
  readonly service: string
  readonly culprit: string
}

/** Digits of an issue's id: with as many a page of rows has no two alike, but by chance. */
const ID_CHARS = 8

/**
 * What distinguishes rows of the same title: where they happened, or where that is the same too, the start of the issue's id.
 *
 * @returns by issue; nothing for a title that only one row has
 */
export function distinguishRows(rows: readonly Row[]): ReadonlyMap<string, string> {
  const apart = new Map<string, string>()
  for (const alike of Map.groupBy(rows, row => formatIssueTitle(row.title)).values()) {
    if (alike.length === 1) continue
    const byPlace = Map.groupBy(alike, placeOf)
    for (const row of alike) {
      const place = placeOf(row)
      const isAlone = place !== '' && byPlace.get(place)?.length === 1
      apart.set(row.issue, isAlone ? place : [place, row.issue.slice(0, ID_CHARS)].filter(Boolean).join(' · '))
    }
  }
  return apart
}

const placeOf = ({ service, culprit }: Row) => [service, culprit].filter(Boolean).join(' · ')
