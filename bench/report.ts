/** A measured figure, printed on stdout as one JSON object a line. */
export interface BenchmarkFigure {
  readonly figure: string
  readonly value: number
  readonly unit: string
  /** Its goal, in the same unit; `least` or `most` is the direction. */
  readonly goal?: { readonly least: number } | { readonly most: number }
}

/** Prints a figure with its goal and whether it is met. */
export function reportFigure({ figure, value, unit, goal }: BenchmarkFigure): void {
  const rounded = Number(value.toPrecision(4))
  const holds = goal === undefined ? undefined : 'least' in goal ? value >= goal.least : value <= goal.most
  const bound = goal === undefined ? undefined : 'least' in goal ? `>= ${goal.least}` : `<= ${goal.most}`
  process.stdout.write(`${JSON.stringify({ figure, value: rounded, unit, goal: bound, holds })}\n`)
}

/** Prints progress on stderr. */
export function printProgress(line: string): void {
  process.stderr.write(`${line}\n`)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The value that this percentage does not exceed, by nearest rank. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}
