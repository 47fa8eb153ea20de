import type { Said } from './derive-state.ts'

/** Which issues count as others, because somebody merged them. */
export interface Merges {
  /** Issues that count as the ones in `to`, one by one. */
  readonly from: readonly string[]
  readonly to: readonly string[]
}

/**
 * Reads merges off what was said. One into one that was itself merged leads on to where that went; of a ring, the least name is where all go.
 */
export function mergesOf(said: ReadonlyMap<string, readonly Said[]>): Merges {
  const into = new Map<string, string>()
  for (const [issue, words] of said) {
    const target = words.find(({ what }) => what === 'merged')?.value ?? ''
    if (target !== '' && target !== issue) into.set(issue, target)
  }
  const from = [...into.keys()].filter(issue => endOf(issue, into) !== issue)
  return { from, to: from.map(issue => endOf(issue, into)) }
}

function endOf(issue: string, into: ReadonlyMap<string, string>): string {
  const way = [issue]
  for (let next = into.get(issue); next !== undefined; next = into.get(next)) {
    if (way.includes(next)) return way.slice(way.indexOf(next)).toSorted()[0] ?? issue
    way.push(next)
  }
  return way.at(-1) ?? issue
}

/** Where an issue went: itself where it was not merged. */
export function mergedInto(issue: string, { from, to }: Merges): string {
  return to[from.indexOf(issue)] ?? issue
}

/** An issue and those that were merged into it. */
export function membersOf(issue: string, { from, to }: Merges): string[] {
  return [issue, ...from.filter((_, i) => to[i] === issue)]
}
