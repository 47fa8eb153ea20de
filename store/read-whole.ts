import { StoreError } from './store-error.ts'

/**
 * Reads all rows of some subjects, since what is derived from a part would be wrong: where an answer is as long as its limit, it asks for
 * each half of them.
 *
 * @param ask Gets rows of these subjects, at most `limit`.
 * @returns In the order of `ask`, half by half: a row that belongs to several subjects may be there several times.
 * @throws {StoreError} `unreadable` if one subject has so many rows. And any kind of `ask`.
 */
export async function readWhole<Subject, Row>(
  subjects: readonly Subject[],
  limit: number,
  ask: (subjects: readonly Subject[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await ask(subjects)
  if (rows.length < limit) return rows
  if (subjects.length < 2) throw new StoreError('unreadable', new Error(`One subject has ${limit} rows or more.`))
  const half = Math.ceil(subjects.length / 2)
  const parts = [subjects.slice(0, half), subjects.slice(half)]
  return (await Promise.all(parts.map(part => readWhole(part, limit, ask)))).flat()
}
