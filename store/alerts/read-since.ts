import type { Parameter } from '../../search/bind.ts'
import { issueIdParams, type Merges } from '../issues/merges.ts'
import { readWhole } from '../read-whole.ts'
import type { Ns } from '../units.ts'

/** Issues that are asked about, each since a time of its own. */
export interface AskedSince {
  readonly asked: readonly { readonly issue: string; readonly sinceNs: Ns }[]
  readonly merges: Merges
}

const ROWS_AT_ONCE = 100_000

/**
 * Reads all rows about issues since their times.
 *
 * @param ask Gets rows with positions from 1 in the parameters `issues` and `sinceNs`.
 * @returns The rows with their positions in `asked`, from 0.
 * @throws {StoreError} Any kind.
 */
export async function readSince<Row extends { readonly position: number }>(
  { asked, merges }: AskedSince,
  ask: (params: Readonly<Record<string, Parameter>>) => Promise<Row[]>,
): Promise<Row[]> {
  if (asked.length === 0) return []
  return readWhole([...asked.entries()], ROWS_AT_ONCE, async some => {
    const issues = some.map(([, { issue }]) => issue)
    const rows = await ask({
      ...issueIdParams([...new Set(issues)], merges),
      issues,
      sinceNs: some.map(([, { sinceNs }]) => sinceNs),
      limit: ROWS_AT_ONCE,
    })
    return rows.map(row => ({ ...row, position: some[row.position - 1]?.[0] ?? 0 }))
  })
}
