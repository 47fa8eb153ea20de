import { MAX_SEARCH_CHARS } from '../../search/search.ts'
import type { ExceptionCursor } from '../../store/exceptions/cursor-of-exception.ts'
import { type ParamCodecs, writeFilters } from './codec.ts'
import { type Scope, scopeCodecs } from './scope.ts'
import { SEARCH_PARAM } from './search-param.ts'
import { choiceCodec, nameCodec, textCodec } from './text-codecs.ts'
import { textCursorCodec } from './text-cursor-codec.ts'
import { readFiltersAndRange } from './time-range.ts'

const SORT_COLUMNS = ['type', 'service', 'route', 'release'] as const

/** A column, with a minus for descending. */
export type ExceptionSort = '-when' | 'when' | (typeof SORT_COLUMNS)[number] | `-${(typeof SORT_COLUMNS)[number]}`

/** Which exceptions a list shows. `''` stands for every route or issue. */
export interface ExceptionFilters extends Scope {
  readonly route: string
  readonly issue: string
  readonly side: '' | 'browser' | 'server'
  /** As it was typed. */
  readonly search: string
  readonly sort: ExceptionSort
  /** The cursor: only exceptions after it. */
  readonly before: ExceptionCursor | undefined
}

const SIDES = ['', 'browser', 'server'] as const
const sideCodec = choiceCodec<(typeof SIDES)[number]>('side', SIDES)

export const EXCEPTION_SORTS: readonly [ExceptionSort, ...ExceptionSort[]] = [
  '-when',
  'when',
  ...SORT_COLUMNS.flatMap(column => [column, `-${column}`] as const),
]

export const exceptionCodecs: ParamCodecs<ExceptionFilters> = {
  ...scopeCodecs,
  route: nameCodec('route'),
  issue: textCodec('issue'),
  search: textCodec(SEARCH_PARAM, MAX_SEARCH_CHARS),
  side: sideCodec,
  sort: choiceCodec<ExceptionSort>('sort', EXCEPTION_SORTS),
  before: textCursorCodec(16),
}

/** @param nowMs Unix milliseconds */
export function readExceptionFilters(params: URLSearchParams, nowMs: number) {
  return readFiltersAndRange(exceptionCodecs, params, nowMs)
}

/** The store's order for a sort parameter; `undefined` for newest first. */
export function toExceptionOrder(sort: ExceptionSort) {
  if (sort === '-when') return undefined
  if (sort === 'when') return { by: 'time' as const, rising: true }
  const by = SORT_COLUMNS.find(column => sort.endsWith(column))
  return by && { by, rising: !sort.startsWith('-') }
}

/** The URL of the exception list with these filters. */
export function exceptionsPath(filters: Partial<ExceptionFilters>): string {
  return `/exceptions${writeFilters(exceptionCodecs, filters)}`
}
