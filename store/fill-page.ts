/** From `start`, exclusive, to `end`, inclusive; without `end` to the end of the list. */
export interface CursorRange<Cursor> {
  readonly start: Cursor
  readonly end: Cursor | undefined
}

/** Extra candidates, because some turn out not to belong to the list. */
const EXTRA_CANDIDATES = 10

/**
 * Reads one page of a list in two steps: first candidates, then, among those, the rows that belong to the list.
 *
 * @param read Reads `wanted` candidates after a cursor, in list order; fewer only if there are no more.
 * @param select Returns the rows of a window that belong to the list, in list order. The candidates include all of them.
 * @returns At most `limit` rows, in list order; fewer only if the list has no more.
 */
export async function fillPage<Cursor, Candidate extends Cursor, Row>(
  { start: first, limit }: { readonly start: Cursor; readonly limit: number },
  read: (start: Cursor, wanted: number) => Promise<Candidate[]>,
  select: (candidates: readonly Candidate[], window: CursorRange<Cursor>) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  let start = first
  while (rows.length < limit) {
    const wanted = limit - rows.length + EXTRA_CANDIDATES
    const candidates = await read(start, wanted)
    const end = candidates.length < wanted ? undefined : candidates.at(-1)
    rows.push(...(await select(candidates, { start, end })))
    if (end === undefined) break
    start = end
  }
  return rows.slice(0, limit)
}
