/** Writes a count in full with thin group marks: `12,345`. Locale-free, so that server and browser agree. */
export function formatCount(count: number | bigint): string {
  return count.toString().replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A count with its noun: `1 span`, `2 spans`, `no spans`. */
export function countOf(count: number | bigint, one: string, many = `${one}s`): string {
  if (Number(count) === 0) return `no ${many}`
  return `${formatCount(count)} ${Number(count) === 1 ? one : many}`
}
