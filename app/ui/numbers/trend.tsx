import type { Change } from '../../insights/change.ts'
import { writeChange } from '../../insights/write-change.ts'

interface ChangeProps {
  readonly change: Change
  /** Which direction is bad; without it neither. */
  readonly worse?: 'more' | undefined
  /** False if a decrease is no improvement, such as fewer errors without traffic. @default true */
  readonly canImprove?: boolean
  /** True in columns of changes. @default false */
  readonly asRatio?: boolean
}

/** The change of a number in words, and in a colour if it got worse or better. */
export function RelativeChange({ change, worse, canImprove = true, asRatio = false }: ChangeProps) {
  const isWorse = worse === 'more' && change.direction === 'more'
  const isBetter = worse === 'more' && canImprove && change.direction === 'less'
  return (
    <span className={`change ${isWorse ? 'worse' : isBetter ? 'better' : ''}`}>{writeChange(change, { asRatio })}</span>
  )
}
