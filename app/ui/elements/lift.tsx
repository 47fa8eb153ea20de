import { formatAmount } from '../../format/amount.ts'

interface LiftProps {
  /** Of the selected rows, 0 to 1. */
  readonly selected: number
  /** Of the other rows, 0 to 1. */
  readonly others: number
}

/** How many times as frequent a value is among selected rows as among the others. */
export function Lift({ selected, others }: LiftProps) {
  const times = others === 0 ? 'only here' : `${formatAmount(Number((selected / others).toPrecision(2)))}×`
  return <span className="muted small nowrap">{times}</span>
}
