/** From after `start` to `end`, that one included; without an end to where the list ends. */
export interface CursorRange<Cursor> {
  readonly start: Cursor
  readonly end: Cursor | undefined
}

/** Read beside what is wanted, for candidates that turn out not to belong there: few do. */
const SPARE = 10

/**
 * Reads one page of a list in two steps: which rows may be on it, then, of those alone, which are.
 *
 * @param read Reads `wanted` candidates after a place, in the order of the list; fewer only when there are no more.
 * @param select Answers those rows of a stretch that belong into the list, in its order. Its candidates are given; every row that
 * belongs there is among them.
 * @returns At most `limit` rows, in the order of the list; fewer only when it has no more.
 */
export async function fillPage<Cursor, Candidate extends Cursor, Row>(
  { start: first, limit }: { readonly start: Cursor; readonly limit: number },
  read: (start: Cursor, wanted: number) => Promise<Candidate[]>,
  select: (candidates: readonly Candidate[], window: CursorRange<Cursor>) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  let start = first
  while (rows.length < limit) {
    const wanted = limit - rows.length + SPARE
    const candidates = await read(start, wanted)
    const end = candidates.length < wanted ? undefined : candidates.at(-1)
    rows.push(...(await select(candidates, { start, end })))
    if (end === undefined) break
    start = end
  }
  return rows.slice(0, limit)
}
