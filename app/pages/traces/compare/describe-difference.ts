import type { KeyComparison } from '../../../../store/spans/compare-spans.ts'
import { formatShare } from '../../../format/amount.ts'
import { clipLine } from '../../../format/clip.ts'
import { shortKey } from './short-key.ts'

const MAX_CHARS = 60

/**
 * The first difference of an attribute that is not by chance: `36 % of failed spans have release 0.10.0, 9 % of the others.`; '' without one.
 *
 * @param what the selection: `failed spans`
 */
export function describeDifference({ key, values }: Pick<KeyComparison, 'key' | 'values'>, what: string): string {
  const certain = values.filter(({ score }) => score > 0)
  const first = certain.find(({ value }) => value !== '') ?? certain[0]
  if (first === undefined) return ''
  const { value, ofService, selected, others } = first
  const name = shortKey(key)
  const having = value === '' ? `no ${name}` : `${name} ${clipLine(value, MAX_CHARS)}`
  const service = ofService === '' ? '' : ` of ${ofService}`
  return `${formatShare(selected, 1)} of ${what} have ${having}${service}, ${formatShare(others, 1)} of the others.`
}
