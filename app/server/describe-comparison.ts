import type { KeyComparison, SpanComparison } from '../../store/spans/compare-spans.ts'
import { formatShare } from '../format/amount.ts'
import { shortKey } from '../format/short-key.ts'
import { clipLine } from '../stacks/clip.ts'

const MAX_NAMED = 3
const MAX_CHARS = 60

/**
 * The values of which the selection has most more than the others, one a key: `POST /orders 11 % (others 0.5 %), …`; '' for none. One that an
 * earlier one names, as a name does its method and a release its service and the hosts of it, says nothing more.
 */
export function describeComparison({ keys }: Pick<SpanComparison, 'keys'>): string {
  const named: NonNullable<ReturnType<typeof describeKey>>[] = []
  for (const of of keys) {
    const next = describeKey(of)
    if (next === undefined || named.some(earlier => isImplied(next.value, earlier))) continue
    if (named.push(next) === MAX_NAMED) break
  }
  return named.length === 0 ? '' : `More frequent in the selection: ${named.map(({ text }) => text).join(', ')}.`
}

function describeKey({ key, values }: KeyComparison) {
  const [found] = values
    .filter(({ value, score, selected, others }) => value !== '' && score > 0 && selected > others)
    .toSorted((a, b) => b.selected - b.others - (a.selected - a.others))
  if (found === undefined) return undefined
  const { value, ofService, selected, others } = found
  const name = key === 'name' || key === 'route' ? '' : `${shortKey(key)} `
  const subject = `${name}${clipLine(value, MAX_CHARS)}${ofService === '' ? '' : ` of ${ofService}`}`
  return { value, of: ofService, text: `${subject} ${shareOf(selected)} (others ${shareOf(others)})` }
}

const isImplied = (next: string, { value, of }: { readonly value: string; readonly of: string }) =>
  value.includes(next) || (of !== '' && next.startsWith(of))

const shareOf = (share: number) => formatShare(Number(share.toPrecision(2)), 1)
