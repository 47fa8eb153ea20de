import type { KeyComparison, SpanComparison, ValueComparison } from '../../store/spans/compare-spans.ts'
import { formatShare } from '../format/amount.ts'
import { clipLine } from '../format/clip.ts'
import { shortKey } from './short-key.ts'
import { MAIN_PART, MIN_PART_OF_FIRST } from './thresholds.ts'

const MAX_NAMED = 3
/** Of a value, in a sentence. */
export const MAX_VALUE_CHARS = 60

/** What {@link listDifferences} tells as a sentence; '' for none. */
export function describeComparison(comparison: Pick<SpanComparison, 'keys' | 'failures'>): string {
  const told = listDifferences(comparison)
  return told.length === 0 ? '' : `More frequent in the selection: ${told.join(', ')}.`
}

/**
 * The values that tell most of the selection, one a key, the most telling first: `POST /orders 11 % (others 0.5 %)`; at most three. One that
 * an earlier one names, as a name does its method and a release its service and the hosts of it, says nothing more; nor does the kind of span
 * beside any cause. None too for a selection that failed for several reasons of which none is most of it: what they have in common is no cause.
 */
export function listDifferences({ keys, failures }: Pick<SpanComparison, 'keys' | 'failures'>): string[] {
  const reasons = reasonsOf(failures)
  if (reasons?.values.every(({ selected }) => selected < MAIN_PART)) return []
  const described = keys.flatMap(of => describeKey(of) ?? [])
  const causes = described.filter(({ isKind }) => !isKind)
  const named: typeof described = []
  for (const next of causes.length > 0 ? causes : described) {
    if (named.some(earlier => isImplied(next.value, earlier))) continue
    if (named.push(next) === MAX_NAMED) break
  }
  const [first, ...rest] = named.toSorted((a, b) => b.divergence - a.divergence)
  if (first === undefined) return []
  const told = [first, ...rest.filter(({ divergence }) => divergence >= MIN_PART_OF_FIRST * first.divergence)]
  return told.map(({ text }) => text)
}

function describeKey({ key, values }: KeyComparison) {
  const [found] = values
    .filter(({ value, score, selected, others }) => value !== '' && score > 0 && selected > others)
    .map(of => ({ ...of, divergence: divergenceOf(of) }))
    .toSorted((a, b) => b.divergence - a.divergence)
  if (found === undefined) return undefined
  const { value, ofService, selected, others, divergence } = found
  const name = key === 'name' || key === 'operation' || key === 'route' ? '' : `${shortKey(key)} `
  const subject = `${name}${clipLine(value, MAX_VALUE_CHARS)}${ofService === '' ? '' : ` of ${ofService}`}`
  return {
    value,
    of: ofService.split(' and '),
    divergence,
    isKind: OF_KINDS.test(`${key} ${value}`),
    text: `${subject} ${shareOf(selected)} (others ${shareOf(others)})`,
  }
}

/** What spans of many causes are, such as calls that are a POST. */
const OF_KINDS =
  /^(?:kind|@http\.request\.method|@url\.(?:scheme|full)|@network\.protocol\.\w+|name (?:GET|POST|PUT|PATCH|DELETE)$)/

/** Less often than this is as rare as never. */
const RAREST = 0.001

/** Its part of the Kullback–Leibler divergence. */
const divergenceOf = ({ selected, others }: ValueComparison) =>
  selected * Math.log(selected / Math.max(others, RAREST)) - selected + others

/** How a selection failed if in several ways, the most frequent first. */
export function reasonsOf(failures: SpanComparison['failures']) {
  const of = failures.find(({ key }) => key !== 'status') ?? failures[0]
  const values = of?.values.filter(({ value }) => value !== '').toSorted((a, b) => b.selected - a.selected) ?? []
  const unnamed = of?.values.find(({ value }) => value === '')?.selected ?? 0
  return of === undefined || values.length < 2 ? undefined : { key: of.key, values, unnamed }
}

const isImplied = (next: string, { value, of }: { readonly value: string; readonly of: readonly string[] }) =>
  value.includes(next) || of.some(service => service !== '' && next.startsWith(service))

const shareOf = (share: number) => formatShare(Number(share.toPrecision(2)), 1)
