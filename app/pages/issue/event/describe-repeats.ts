import { formatCount } from '../../../format/count.ts'

/** Says how many more of the same error its page had that have no records of their own; `undefined` for none. */
export function describeRepeats(attributes: Readonly<Record<string, string>>): string | undefined {
  const repeats = Number(attributes['errata.exception.repeats'] ?? 0)
  return repeats > 0 ? `And ${formatCount(repeats)} more like it in this page` : undefined
}
