import { z } from 'zod'
import type { TimeRange } from '../../../store/units.ts'
import { MAX_CURSOR_CHARS, readCursor, writeCursor } from './cursor.ts'
import type { FieldsOf, ListPage, Operation, PathSchema, RunContext, TypedOperation } from './operation.ts'
import { rangeShape, resolveRange, wholeNumber } from './parameters.ts'
import { time, writeTime } from './values.ts'

const MAX_LIMIT = 200
const DEFAULT_LIMIT = 50

type Shape = Record<string, z.ZodType>

interface ListDefinition<
  Id extends string,
  Path extends Shape,
  Query extends Shape,
  Item extends z.ZodType,
  Position,
  Row,
> {
  readonly id: Id
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly params?: Path
  /** False for what has no time, such as everything that happened in a session. @default true */
  readonly hasTime?: boolean
  /** Beside the time, the cursor and the limit. */
  readonly query: Query
  readonly item: Item
  /** The last row of a page, as its cursor has it. */
  readonly position: z.ZodType<Position>
  /** @throws {Problem} Where the order of the list changes while it is read, so that an export would not be complete. */
  readonly checkExport?: (query: z.output<z.ZodObject<Query>>) => void
  /** Reads rows after a position, in a total order, at most `limit`; fewer only at the end of the list. */
  read(
    asked: RunContext,
    page: {
      readonly params: z.output<z.ZodObject<Path>>
      readonly query: z.output<z.ZodObject<Query>>
      readonly range: TimeRange
      readonly after: Position | undefined
      readonly limit: number
    },
  ): Promise<readonly Row[]>
  positionOf(row: Row, query: z.output<z.ZodObject<Query>>): Position
  /** @returns `undefined` for what has gone since. */
  write(row: Row): z.input<Item> | undefined
}

/**
 * Defines a list: read page by page, each beginning after the last row of the one before, all of the time that the first had. So rows that
 * arrive meanwhile neither shift it nor make it end.
 */
export function defineList<
  const Id extends string,
  Path extends Shape,
  Query extends Shape,
  Item extends z.ZodType,
  Position,
  Row,
>(
  list: ListDefinition<Id, Path, Query, Item, Position, Row>,
): TypedOperation<
  Id,
  FieldsOf<z.ZodObject<Path>> & FieldsOf<z.ZodObject<Query>> & PageInput,
  Omit<ListPage, 'items'> & { readonly items: readonly z.output<Item>[] }
> {
  const { id, path, tag, summary, description, item, position, hasTime = true } = list
  const params = z.strictObject(list.params ?? {}) as PathSchema
  const query = z.strictObject({ ...(hasTime && rangeShape), ...list.query, ...pageShape })
  const answer = z.object({
    items: z.array(item),
    next: z
      .string()
      .nullable()
      .meta({ description: 'The `cursor` of the next page, with the same filters; null where there is none.' }),
    ...(hasTime && { from: time, to: time }),
  })
  const readPage: NonNullable<Operation['list']>['readPage'] = async (
    asked,
    { path, search, limit, cursor, ...args },
  ) => {
    // The schemas above have parsed them.
    const parsed = args.query as z.output<z.ZodObject<Query>>
    const identity = { id, path, query: search }
    const { range, nowMs, after } =
      cursor === ''
        ? {
            range: resolveRange(args.query as Partial<Record<'last', string>>, asked.nowMs),
            nowMs: asked.nowMs,
            after: undefined,
          }
        : readCursor(cursor, { list: identity, position })
    const rows = await list.read(
      { ...asked, nowMs },
      { params: args.params as z.output<z.ZodObject<Path>>, query: parsed, range, after, limit: limit + 1 },
    )
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    const next = last && writeCursor(identity, { range, nowMs, after: list.positionOf(last, parsed) })
    const answered = { items: shown.map(list.write).filter(item => item !== undefined), next: next ?? null }
    return hasTime ? { ...answered, from: writeTime(range.from), to: writeTime(range.to) } : answered
  }
  return {
    ...{ id, method: 'GET', path, permission: 'viewer', tag, summary, params, query, answer },
    ...(description !== undefined && { description }),
    list: {
      checkExport: parsed => list.checkExport?.(parsed as z.output<z.ZodObject<Query>>),
      readPage,
    },
    run: () => Promise.reject(new Error('A list is read by its pages.')),
  }
}

interface PageInput {
  readonly last?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}

const pageShape = {
  limit: wholeNumber({
    ...{ name: 'limit', least: 1, most: MAX_LIMIT, byDefault: DEFAULT_LIMIT },
    description: 'Rows of a page. An export has all rows, whatever this says.',
    advice: 'An export has everything.',
  }),
  cursor: z
    .string()
    .max(MAX_CURSOR_CHARS)
    .default('')
    .meta({ description: '`next` of the page before. Its time holds for all pages.' }),
}
