/** One measured figure, as it is printed on stdout: one JSON object a line. */
export interface Figure {
  readonly figure: string
  readonly value: number
  readonly unit: string
  /** The bound it is held against, in the same unit; `least` or `most` says on which side. */
  readonly goal?: { readonly least: number } | { readonly most: number }
}

/** Prints a figure with its goal and whether it holds. */
export function report({ figure, value, unit, goal }: Figure): void {
  const rounded = Number(value.toPrecision(4))
  const holds = goal === undefined ? undefined : 'least' in goal ? value >= goal.least : value <= goal.most
  const bound = goal === undefined ? undefined : 'least' in goal ? `>= ${goal.least}` : `<= ${goal.most}`
  process.stdout.write(`${JSON.stringify({ figure, value: rounded, unit, goal: bound, holds })}\n`)
}

/** Says on stderr what a measurement is doing. */
export function progress(line: string): void {
  process.stderr.write(`${line}\n`)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The value that so many percent do not exceed, by the nearest rank. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}
