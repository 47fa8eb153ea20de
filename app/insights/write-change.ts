import { formatAmount, formatChange, formatRatio, formatShare } from '../format/amount.ts'
import type { Change } from './change.ts'

/**
 * Writes a change in words: `up 38 %`, `4.2×`, `down to 0`; `no change`, `no clear change` where chance explains it, `too few to tell`.
 *
 * @param options.asRatio For columns of changes: `4.2×`, `0.88×`. @default false
 */
export function writeChange(change: Change, { asRatio = false }: { readonly asRatio?: boolean } = {}): string {
  const { now, before, isClear } = change
  if (isClear === undefined) return 'too few to tell'
  if (now === before) return 'no change'
  return !isClear ? 'no clear change' : (asRatio ? formatRatio : formatChange)(now, before)
}

/** A change of counts in words, with both if it is a ratio: `7.8× (52 → 403)`. A scaled count is rounded. */
export function writeCountChange(change: Change): string {
  const text = writeChange(change)
  const { now, before } = change
  return text.endsWith('×') ? `${text} (${formatAmount(Math.max(1, Math.round(before)))} → ${formatAmount(now)})` : text
}

/** Two shares: `0.8 → 4.2 %`. */
export const writeShares = ({ now, before }: Pick<Change, 'now' | 'before'>) =>
  `${formatShare(before, 1).replace(' %', '')} → ${formatShare(now, 1)}`
