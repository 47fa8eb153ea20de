/** Formats a count with thousands separators: `12,345`. Independent of the locale, so that server and browser agree. */
export function formatCount(count: number | bigint): string {
  return count.toString().replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Formats a count that is inexact above 200, with two digits: `about 1,400,000`. */
export function formatApproximate(count: number): string {
  if (count <= 200) return formatCount(count)
  const unit = 10 ** (Math.floor(Math.log10(count)) - 1)
  return `about ${formatCount(Math.round(count / unit) * unit)}`
}

/** A count with its noun: `1 span`, `2 spans`, `no spans`. */
export function pluralize(count: number | bigint, one: string, many = `${one}s`): string {
  if (Number(count) === 0) return `no ${many}`
  return `${formatCount(count)} ${Number(count) === 1 ? one : many}`
}
