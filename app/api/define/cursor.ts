import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { TimeRange } from '../../../store/units.ts'
import { invalidParameter } from './problem.ts'
import { positionNs } from './values.ts'

/** Where a page of a list begins, and of which list. */
export interface Cursor<Position> {
  /** The range of the first page, which holds for all of them. */
  readonly range: TimeRange
  /** The present of the first page. Unix milliseconds. */
  readonly nowMs: number
  /** The last row of the page before. */
  readonly after: Position
}

/** Tells lists apart: a cursor is valid for the same list alone. */
export interface ListIdentity {
  /** The operation's. */
  readonly id: string
  readonly path: Readonly<Record<string, string>>
  /** The query as it was sent. */
  readonly query: URLSearchParams
}

/** They select a part of a list, not another one. */
const PAGE_PARAMS: readonly string[] = ['cursor', 'limit']

function hashIdentity({ id, path, query }: ListIdentity): string {
  const filters = [...query].filter(([name, value]) => !PAGE_PARAMS.includes(name) && value !== '')
  const written = JSON.stringify([id, Object.entries(path), filters.toSorted(([a], [b]) => (a < b ? -1 : 1))])
  return createHash('sha256').update(written).digest('base64url').slice(0, 16)
}

/** A cursor as text. Whoever writes one of their own gets another part of what they may read anyway: it is not signed. */
export function writeCursor(list: ListIdentity, { range, nowMs, after }: Cursor<unknown>): string {
  const parts = [hashIdentity(list), String(range.from), String(range.to), nowMs, after]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Longer than any of ours. */
export const MAX_CURSOR_CHARS = 4_000

const timeNs = positionNs.transform(BigInt)

/** @throws {Problem} For a cursor of another list, or none of ours. */
export function readCursor<Position>(
  text: string,
  { list, position }: { readonly list: ListIdentity; readonly position: z.ZodType<Position> },
): Cursor<Position> {
  const parts = z
    .tuple([z.string(), timeNs, timeNs, z.number().int().min(0).max(8.64e15), position])
    .safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!parts.success) throw invalidParameter('cursor', 'This is no cursor of this list: use `next` of an answer.')
  const [hash, from, to, nowMs, after] = parts.data
  if (hash !== hashIdentity(list))
    throw invalidParameter('cursor', 'This cursor is of a list with other filters. Send the same ones, or begin anew.')
  return { range: { from, to }, nowMs, after }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
