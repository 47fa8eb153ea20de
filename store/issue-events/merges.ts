import type { Exception } from '../exceptions/exception.ts'
import { inOrder, type Said } from './derive-state.ts'
import { fitParameter, fitsParameter } from './fit-parameter.ts'
import { type GroupingRule, heldRules } from './grouping-rule.ts'
import { nameIssue } from './name-issue.ts'
import { type PartedBy, readPart } from './rules.ts'

/** Which exceptions count as another issue than the store makes of them, because somebody said so. */
export interface Merges {
  /** Issues that count as the ones in `to`, one by one. */
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** Of an exception the first one holds that fits it. One that none fits counts as its own issue, or as where that was merged. */
  readonly parts: readonly Part[]
}

/** Exceptions that are an issue of their own: some of one issue by hand, or by a rule those of any. */
export type Part = PartByHand | PartByRule

export interface PartByHand extends Parted {
  readonly by: PartedBy
}

export interface PartByRule extends Parted {
  readonly by: GroupingRule & { readonly by: 'rule' }
}

interface Parted {
  /** The issues, as the store makes them, that it has exceptions of: one by hand, at least one by a rule. */
  readonly of: readonly string[]
  /** Which issue they are: a name that follows from what parts them. */
  readonly issue: string
  /** As which one they count: another than `issue` where that was merged. */
  readonly to: string
  /** The click that parted them. */
  readonly batch: string
}

/**
 * Reads merges and parts off what was said. One into one that was itself merged leads on to where that went; of a ring, the least name is
 * where all go. Of two parts that both hold of an exception, the one that was said first has it; those by hand come before rules.
 *
 * @param ruled of which issues each rule takes exceptions, by the issue that it makes
 */
export function mergesOf(
  said: ReadonlyMap<string, readonly Said[]>,
  ruled: ReadonlyMap<string, readonly string[]> = new Map(),
): Merges {
  const into = new Map<string, string>()
  for (const [issue, words] of said) {
    const target = words.find(({ what }) => what === 'merged')?.value ?? ''
    if (target !== '' && target !== issue) into.set(issue, target)
  }
  const moved = [...into.keys()].filter(issue => endOf(issue, into) !== issue)
  const from = fitParameter(moved, issue => [issue, endOf(issue, into)].toSorted(byLength).at(-1) ?? '')
  const byHand = [...said].flatMap(([of, words]) => words.flatMap(word => partOf(of, word)).toSorted(inOrder))
  const byRule = heldRules(said).flatMap(({ rule, issue, batch }) => {
    const of = ruled.get(issue) ?? []
    return of.length === 0 ? [] : [{ of, by: { by: 'rule' as const, ...rule }, issue, batch }]
  })
  const held = [...byHand, ...byRule].map(part => ({ ...part, to: endOf(part.issue, into) }))
  const parts = fitParameter(held, writtenPattern)
  return { from, to: from.map(issue => endOf(issue, into)), parts }
}

function partOf(of: string, { what, value, batch, atNs }: Said) {
  const by = what === 'parted' ? readPart(value) : undefined
  return by === undefined ? [] : [{ of: [of], by, issue: nameIssue(of, value), batch, atNs }]
}

function endOf(issue: string, into: ReadonlyMap<string, string>): string {
  const way = [issue]
  for (let next = into.get(issue); next !== undefined; next = into.get(next)) {
    if (way.includes(next)) return way.slice(way.indexOf(next)).toSorted()[0] ?? issue
    way.push(next)
  }
  return way.at(-1) ?? issue
}

/** They go with every question about issues. */
const MOST_MERGED = 2_000

/** Whether there is room for further merges and splits beside those that hold. */
export function roomForMerges(merges: Merges, stated: readonly Stated[]): boolean {
  const splits = [...merges.parts.filter(isByHand).map(part => part.by), ...stated.flatMap(splitOf)]
  const patterns = splits.map(({ by, is }) => writtenPattern({ of: ['x'.repeat(128)], by: { by, is } }))
  const merged = stated.filter(({ what, value }) => what === 'merged' && value !== '')
  const from = [...merges.from, ...merged.map(({ issue }) => issue)]
  const to = [...merges.to, ...merged.map(({ value }) => value)]
  return (merged.length === 0 || from.length <= MOST_MERGED) && [from, to, patterns].every(fitsParameter)
}

const byLength = (one: string, other: string) => one.length - other.length

/** As it stands in a parameter. */
const writtenPattern = (part: PartingParts) => patternOf(part).replaceAll('\\', '\\\\')

type Stated = Readonly<Record<'issue' | 'what' | 'value', string>>

const splitOf = ({ what, value }: Stated) => (what === 'parted' ? readPart(value) : undefined) ?? []

/** Where an issue went: itself where it was not merged. */
export function mergedInto(issue: string, { from, to }: Merges): string {
  return to[from.indexOf(issue)] ?? issue
}

/**
 * Which issue an exception counts in, and the part of its own that it fell into, as the questions judge all at once: parts.test.ts holds them
 * together.
 */
export function countsIn(
  exception: ExceptionToFit,
  merges: Merges,
): { readonly issue: string; readonly part: Part | undefined } {
  const part = merges.parts.find(one => one.of.includes(exception.issue) && isOf(one, exception))
  return { issue: part?.to ?? mergedInto(exception.issue, merges), part }
}

/** What a part may go by. */
export type ExceptionToFit = Pick<Exception, 'issue' | 'service' | 'type' | 'release' | 'route' | 'message'>

/** Not by the pattern: what goes back in a long message to look for its words again would not end. */
function isOf(part: Part, exception: ExceptionToFit): boolean {
  const { message: words = '', ...exact } = conditionsOf(part)
  const message = Buffer.from(exception.message).subarray(0, 4096).toString()
  let from = 0
  return (
    EXACT.every(name => !exact[name] || exact[name] === exception[name]) &&
    words.split(' ').every(word => {
      const at = message.indexOf(word, from)
      from = at + word.length
      return at >= 0
    })
  )
}

type PartingParts = Pick<PartByRule, 'of' | 'by'> | Pick<PartByHand, 'of' | 'by'>

/** What an exception is to be, for a part; '' and undefined are anything. */
function conditionsOf({ of, by }: PartingParts): { readonly [Name in keyof ExceptionToFit]?: string | undefined } {
  return by.by === 'rule'
    ? { service: by.service, type: by.type, route: by.route, message: by.words }
    : { issue: of[0], [by.by]: by.is }
}

/** Of an exception, what is said of it word by word, in the order in which exceptions.MatchText has it. */
const EXACT = ['issue', 'service', 'type', 'release', 'route'] as const

/** Those that were merged into an issue. */
export function mergedOf(issue: string, { from, to }: Merges): string[] {
  return from.filter((_, i) => to[i] === issue)
}

/** The issues, as the store makes them, in which exceptions of this one may be. */
export function membersOf(issue: string, merges: Merges): string[] {
  const partly = merges.parts.filter(({ to }) => to === issue).flatMap(({ of }) => of)
  return [...new Set([issue, ...mergedOf(issue, merges), ...partly])]
}

/** The parameters of a question about some issues, and about what is read for them. */
export function namedParams(issues: readonly string[], merges: Merges) {
  return { issues, members: issues.flatMap(issue => membersOf(issue, merges)), ...mergeParams(merges) }
}

/** The parameters of every question that counts by issues. */
export function mergeParams({ from, to, parts }: Merges) {
  return {
    mergedFrom: from,
    mergedTo: to,
    partOf: [...new Set(parts.flatMap(({ of }) => of))],
    partIs: parts.map(patternOf),
    partTo: parts.map(part => part.to),
  }
}

const isByRule = (part: Part): part is PartByRule => part.by.by === 'rule'

const isByHand = (part: Part): part is PartByHand => part.by.by !== 'rule'

/** What was parted by hand from an issue that the store makes. */
export const partsByHand = (of: string, { parts }: Merges) =>
  parts.filter(isByHand).filter(part => part.of.includes(of))

/** Where an issue is itself what was parted by hand from another. */
export const partedFrom = (issue: string, { parts }: Merges) =>
  parts.filter(isByHand).find(part => part.issue === issue)

/** The rules that take exceptions of an issue that the store makes, in their order. */
export const rulesOver = (of: string, { parts }: Merges) => parts.filter(isByRule).filter(part => part.of.includes(of))

/** The rules by which an issue has exceptions of others. */
export const rulesInto = (issue: string, { parts }: Merges) => parts.filter(isByRule).filter(({ to }) => to === issue)

/** Fits what an exception is, as exceptions.MatchText has it. */
export function patternOf(part: PartingParts): string {
  const { message = '', ...is } = conditionsOf(part)
  const exact = EXACT.map(name => `${is[name] ? quote(is[name]) : '[^\\x01]*'}\\x01`)
  return `(?s)^${exact.join('')}${messagePattern(message)}`
}

/** Fits a message that has these words in their order; '' any. */
export const messagePattern = (words: string) => (words === '' ? '' : `.*${words.split(' ').map(quote).join('.*')}`)

const quote = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, char => `\\x{${char.codePointAt(0)?.toString(16)}}`)
