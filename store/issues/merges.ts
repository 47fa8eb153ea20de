import { createHash } from 'node:crypto'
import type { Exception } from '../exceptions/exception.ts'
import type { Said } from './derive-state.ts'
import { type PartedBy, readPart } from './rules.ts'

/** Which exceptions count as another issue than the rule of the store says, because somebody said so. */
export interface Merges {
  /** Issues that count as the ones in `to`, one by one. */
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** Of an exception the first one holds that fits it; the last one of an issue fits whatever is left of it. */
  readonly parts: readonly Part[]
}

/** Exceptions of an issue that are one of their own. */
export interface Part {
  /** The issue that the rule makes of them. */
  readonly of: string
  /** undefined for what is left of it. */
  readonly by: PartedBy | undefined
  /** Which issue they are: a name that follows from `of` and `by`. */
  readonly issue: string
  /** As which one they count: another than `issue` where that was merged. */
  readonly to: string
  /** The click that parted them. */
  readonly batch: string
}

/**
 * Reads merges and parts off what was said. One into one that was itself merged leads on to where that went; of a ring, the least name is
 * where all go. Of two parts that both hold of an exception, the one that was said first has it.
 */
export function mergesOf(said: ReadonlyMap<string, readonly Said[]>): Merges {
  const into = new Map<string, string>()
  for (const [issue, words] of said) {
    const target = words.find(({ what }) => what === 'merged')?.value ?? ''
    if (target !== '' && target !== issue) into.set(issue, target)
  }
  const from = [...into.keys()].filter(issue => endOf(issue, into) !== issue)
  const parts = [...said].flatMap(([of, words]) => {
    const own = words.flatMap(word => partOf(of, word)).toSorted(byTime)
    const rest = { of, by: undefined, issue: of, batch: '' }
    return own.length === 0 ? [] : [...own, rest].map(part => ({ ...part, to: endOf(part.issue, into) }))
  })
  return { from, to: from.map(issue => endOf(issue, into)), parts }
}

function partOf(of: string, { what, value, batch, atNs }: Said) {
  const by = what === 'parted' ? readPart(value) : undefined
  return by === undefined ? [] : [{ of, by, issue: nameOf(of, value), batch, atNs }]
}

const nameOf = (of: string, value: string) =>
  createHash('sha256')
    .update(JSON.stringify([of, value]))
    .digest('hex')
    .slice(0, 16)

type Timed = Pick<Part, 'issue'> & Pick<Said, 'atNs'>
const byTime = (one: Timed, other: Timed) =>
  one.atNs < other.atNs || (one.atNs === other.atNs && one.issue < other.issue) ? -1 : 1

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

/**
 * Which issue an exception counts in, and the part of its own that it fell into, as the questions judge all at once: parts.test.ts holds them
 * together.
 */
export function countsIn(
  exception: Pick<Exception, 'issue' | 'release' | 'route' | 'message'>,
  merges: Merges,
): { readonly issue: string; readonly part: Part | undefined } {
  const part = merges.parts.find(({ of, by }) => of === exception.issue && (by === undefined || isBy(by, exception)))
  return { issue: part?.to ?? mergedInto(exception.issue, merges), part }
}

/** Not by the pattern: what goes back in a long message to look for its words again would not end. */
function isBy({ by, is }: PartedBy, exception: Pick<Exception, PartedBy['by']>): boolean {
  if (by !== 'message') return exception[by] === is
  const message = Buffer.from(exception.message).subarray(0, 4096).toString()
  let from = 0
  return is.split(' ').every(word => {
    const at = message.indexOf(word, from)
    from = at + word.length
    return at >= 0
  })
}

/** Those that were merged into an issue. */
export function mergedOf(issue: string, { from, to }: Merges): string[] {
  return from.filter((_, i) => to[i] === issue)
}

/** The issues, as the rule makes them, in which exceptions of this one may be. */
export function membersOf(issue: string, merges: Merges): string[] {
  const partly = merges.parts.filter(({ to }) => to === issue).map(({ of }) => of)
  return [...new Set([issue, ...mergedOf(issue, merges), ...partly])]
}

/** The parameters of every question that counts by issues. */
export function mergeParams({ from, to, parts }: Merges) {
  return {
    mergedFrom: from,
    mergedTo: to,
    partOf: [...new Set(parts.map(({ of }) => of))],
    partIs: parts.map(patternOf),
    partTo: parts.map(part => part.to),
  }
}

/** SQL for the issue as which an exception of a parted issue counts, by mergeParams; '' for what no pattern fits. */
export const PART_OF_EXCEPTION = String.raw`{partTo:Array(String)}[arrayFirstIndex(
  is -> match(concat(Issue, '\x01', Release, '\x01', Route, '\x01', left(Message, 4096)), is), {partIs:Array(String)})]`

/** Fits issue, release, route and message of an exception, as PART_OF_EXCEPTION writes them. */
function patternOf({ of, by }: Part): string {
  const is = { release: '[^\\x01]*', route: '[^\\x01]*', message: '', ...(by && { [by.by]: textOf(by) }) }
  return `(?s)^${quote(of)}\\x01${is.release}\\x01${is.route}\\x01${is.message}`
}

const textOf = ({ by, is }: PartedBy) => (by === 'message' ? `.*${is.split(' ').map(quote).join('.*')}` : quote(is))

const quote = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, char => `\\x{${char.codePointAt(0)?.toString(16)}}`)
