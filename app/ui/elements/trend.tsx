import { formatChange } from '../../format/amount.ts'

interface ChangeProps {
  readonly now: number
  readonly before: number
  /** Which way is bad; without it neither is. */
  readonly worse?: 'more' | undefined
  /** False where less is no improvement, as of errors without traffic. @default true */
  readonly canImprove?: boolean
}

/** How a number differs from before: a word first, and a colour where it got worse by a tenth or more. */
export function Change({ now, before, worse, canImprove = true }: ChangeProps) {
  const isWorse = worse === 'more' && now > before * 1.1
  const isBetter = canImprove && worse === 'more' && now < before * 0.9
  return <span className={`change ${isWorse ? 'worse' : isBetter ? 'better' : ''}`}>{formatChange(now, before)}</span>
}
