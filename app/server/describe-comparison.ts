import type { KeyComparison, SpanComparison } from '../../store/spans/compare-spans.ts'
import { formatAmount, formatShare } from '../format/amount.ts'
import { shortKey } from '../format/short-key.ts'
import { clipLine } from '../stacks/clip.ts'

const MAX_NAMED = 3
const MAX_CHARS = 60

/** The values that the selection has most often for others, one a key: `More frequent in the selection: 20× POST /orders, …`; '' for none. */
export function describeComparison({ keys }: Pick<SpanComparison, 'keys'>): string {
  const named = keys.flatMap(of => describeKey(of) ?? []).slice(0, MAX_NAMED)
  return named.length === 0 ? '' : `More frequent in the selection: ${named.join(', ')}.`
}

function describeKey({ key, values }: KeyComparison): string | undefined {
  const found = values.find(({ value, score, selected, others }) => value !== '' && score > 0 && selected > others)
  if (found === undefined) return undefined
  const { value, ofService, selected, others } = found
  const times =
    others === 0 ? `${formatShare(selected, 1)} and no other` : `${formatAmount(ratioOf(selected, others))}×`
  const name = key === 'name' || key === 'route' ? '' : `${shortKey(key)} `
  return `${times} ${name}${clipLine(value, MAX_CHARS)}${ofService === '' ? '' : ` of ${ofService}`}`
}

const ratioOf = (selected: number, others: number) => Number((selected / others).toPrecision(2))
