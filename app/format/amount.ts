import { formatCount } from './count.ts'

const UNITS = ['', ' k', ' M', ' G', ' T'] as const

/**
 * Formats an amount with at most three digits if it is large or has a fraction: `0`, `< 0.01`, `0.25`, `12.3`, `9,999`, `12.3 k`, `1.20 M`.
 */
export function formatAmount(amount: number): string {
  if (!Number.isFinite(amount)) return '∞'
  if (Number.isInteger(amount) && Math.abs(amount) < 10_000) return formatCount(amount)
  if (amount > 0 && amount < 0.005) return '< 0.01'
  let value = amount
  let unit = 0
  while ((Math.abs(value) >= 999.5 || (unit === 0 && Math.abs(value) >= 9_999.5)) && unit < UNITS.length - 1) {
    if (unit === 0 && Math.abs(value) < 9_999.5) return formatCount(Math.round(value))
    value /= 1000
    unit += 1
  }
  const digits = Math.abs(value) >= 99.95 ? 0 : Math.abs(value) >= 9.995 ? 1 : 2
  const text = value.toFixed(digits)
  return `${unit === 0 && digits > 0 ? text.replace(/\.?0+$/, '') : text}${UNITS[unit]}`
}

/** Formats a share as a percentage: `0 %`, `< 0.01 %`, `1.24 %`, `100 %`. */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return '0 %'
  const percent = (part / whole) * 100
  if (percent < 0.01) return '< 0.01 %'
  return `${formatAmount(percent < 100 && percent > 99.9 ? 99.9 : percent)} %`
}

/** Formats the difference of two shares in percentage points: `up 4.6 points`, `no change`. */
export function formatPercentagePoints(now: number, before: number): string {
  const points = (now - before) * 100
  const text = formatAmount(Number(Math.abs(points).toPrecision(3)))
  if (Math.abs(points) < 0.01) return 'no change'
  return `${points > 0 ? 'up' : 'down'} ${text} ${text === '1' ? 'point' : 'points'}`
}

/** Formats a relative change in words: `up 38 %`, `down 12 %`, `4.2×`, `no change`, `up from 0`, `down to 0`. */
export function formatChange(now: number, before: number): string {
  if (before <= 0) return now > 0 ? 'up from 0' : 'no change'
  if (now === 0) return 'down to 0'
  const times = now / before
  if (Math.abs(times - 1) < 0.005) return 'no change'
  if (times >= 3) return `${formatAmount(Number(times.toPrecision(2)))}×`
  return times > 1 ? `up ${Math.round((times - 1) * 100)} %` : `down ${Math.round((1 - times) * 100)} %`
}

/** Formats a relative change as a ratio only, for columns to compare: `4.2×`, `0.88×`, `no change`, `up from 0`, `down to 0`. */
export function formatRatio(now: number, before: number): string {
  if (before <= 0 || now === 0) return formatChange(now, before)
  const times = Number((now / before).toPrecision(2))
  return times === 1 ? 'no change' : `${formatAmount(times)}×`
}
