import { formatAmount, formatChange } from '../../format/amount.ts'
import { isByChance, isSmallDifference } from '../../format/error-share.ts'

interface ChangeProps {
  readonly now: number
  readonly before: number
  /** Which direction is bad; without it neither. */
  readonly worse?: 'more' | undefined
  /** For counts 1, for shares their total: a difference that chance explains has no colour. */
  readonly total?: number
  /** False if a decrease is no improvement, such as fewer errors without traffic. @default true */
  readonly canImprove?: boolean
  /** True in columns of changes. @default false */
  readonly asRatio?: boolean
}

/** The change of a number: in words, and with a colour if it got worse or better by a tenth or more. */
export function RelativeChange({ now, before, worse, total, canImprove = true, asRatio = false }: ChangeProps) {
  const hasColour = worse === 'more' && !(total !== undefined && isByChance(now * total, before * total))
  const isWorse = hasColour && now > before * 1.1
  const isBetter = hasColour && canImprove && now < before * 0.9
  const format = asRatio ? formatRatio : formatChange
  const text = total === 1 && isSmallDifference(now, before) ? 'no clear change' : format(now, before)
  return <span className={`change ${isWorse ? 'worse' : isBetter ? 'better' : ''}`}>{text}</span>
}

/** Formats a relative change as a ratio only, for columns to compare: `4.2×`, `0.88×`, `no change`, `up from 0`, `down to 0`. */
export function formatRatio(now: number, before: number): string {
  if (before <= 0 || now === 0) return formatChange(now, before)
  const times = Number((now / before).toPrecision(2))
  return times === 1 ? 'no change' : `${formatAmount(times)}×`
}
