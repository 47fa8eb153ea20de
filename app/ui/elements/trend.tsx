import { formatChange } from '../../format/amount.ts'

interface ChangeProps {
  readonly now: number
  readonly before: number
  /** Which direction is bad; without it neither. */
  readonly worse?: 'more' | undefined
  /** False if a decrease is no improvement, such as fewer errors without traffic. @default true */
  readonly canImprove?: boolean
}

/** The change of a number: in words, and with a colour if it got worse by a tenth or more. */
export function RelativeChange({ now, before, worse, canImprove = true }: ChangeProps) {
  const isWorse = worse === 'more' && now > before * 1.1
  const isBetter = canImprove && worse === 'more' && now < before * 0.9
  return <span className={`change ${isWorse ? 'worse' : isBetter ? 'better' : ''}`}>{formatChange(now, before)}</span>
}
