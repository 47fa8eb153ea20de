import { formatAmount } from '../../format/amount.ts'

interface LiftProps {
  /** Of the selected rows, 0 to 1. */
  readonly selected: number
  /** Of the other rows, 0 to 1. */
  readonly others: number
  /** 0 if chance may explain the difference. */
  readonly score: number
}

/** How many times as frequent a value is among selected rows; nothing if it is not more frequent, or only by chance. */
export function Lift({ selected, others, score }: LiftProps) {
  if (score === 0 || others === 0 || selected <= others) return null
  return <span className="muted small nowrap">{formatAmount(Number((selected / others).toPrecision(2)))}×</span>
}
