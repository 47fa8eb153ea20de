import { formatAmount } from '../../../format/amount.ts'

interface LiftProps {
  /** Of the selected rows, 0 to 1. */
  readonly selected: number
  /** Of the other rows, 0 to 1. */
  readonly others: number
}

/** How many times as frequent a value is among selected rows as among the others. */
export function Lift({ selected, others }: LiftProps) {
  return <span className="muted small nowrap">{describeLift(selected, others)}</span>
}

function describeLift(selected: number, others: number): string {
  if (others === 0) return 'only here'
  if (selected === 0) return 'none'
  return selected < others ? `${formatTimes(others / selected)} rarer` : formatTimes(selected / others)
}

const formatTimes = (ratio: number) => `${formatAmount(Number(ratio.toPrecision(2)))}×`
