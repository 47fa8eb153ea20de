import { MAX_SEARCH_CHARS } from '../../search/search.ts'
import type { Cursor } from '../../store/newest-first.ts'
import { SECOND_NS } from '../../store/time-units.ts'
import { type ParamCodec, type ParamCodecs, writeFilters } from './codec.ts'
import { cursorCodec } from './cursor-codec.ts'
import { type Scope, scopeCodecs } from './scope.ts'
import { SEARCH_PARAM } from './search-param.ts'
import { choiceCodec, flagCodec, textCodec } from './text-codecs.ts'
import { readFiltersAndRange } from './time-range.ts'

/** Filters and view of a log list. */
export interface LogFilters extends Scope {
  /** As typed. */
  readonly search: string
  /** With web vitals, which browsers send most of: a list without a search for them leaves them out. */
  readonly vitals: boolean
  /** Attributes shown as columns. */
  readonly columns: readonly string[]
  readonly sort: '-time' | 'time'
  /** Records whose texts differ only in values are one row. */
  readonly patterns: boolean
  /** The newest records are read repeatedly. */
  readonly live: boolean
  /** The record whose attributes are shown. */
  readonly open: Cursor | undefined
  /** The cursor: the page begins after this record. */
  readonly before: Cursor | undefined
  /** The page ends before this record. */
  readonly until: Cursor | undefined
  /** The page has this record in its middle. */
  readonly around: Cursor | undefined
}

const MAX_COLUMNS = 8

const columnsCodec: ParamCodec<readonly string[]> = {
  param: 'columns',
  defaultValue: [],
  parse(text) {
    const names = [...new Set(text.split(',').map(name => name.trim()))].filter(name => name !== '')
    if (names.length <= MAX_COLUMNS) return { value: names }
    return { error: `columns takes at most ${MAX_COLUMNS} attributes; these are ${names.length}.` }
  },
  format: names => names.join(','),
}

export const logCodecs: ParamCodecs<LogFilters> = {
  ...scopeCodecs,
  search: textCodec(SEARCH_PARAM, MAX_SEARCH_CHARS),
  vitals: flagCodec('vitals'),
  columns: columnsCodec,
  sort: choiceCodec<LogFilters['sort']>('sort', ['-time', 'time']),
  patterns: flagCodec('patterns'),
  live: flagCodec('live'),
  open: cursorCodec(16, 'open'),
  before: cursorCodec(16),
  until: cursorCodec(16, 'until'),
  around: cursorCodec(16, 'around'),
}

/** @param nowMs Unix milliseconds */
export function readLogFilters(params: URLSearchParams, nowMs: number) {
  return readFiltersAndRange(logCodecs, params, nowMs)
}

/** Whether a list leaves out web vitals. */
export const hidesVitals = ({ search, vitals }: Pick<LogFilters, 'search' | 'vitals'>) =>
  !vitals && !search.includes('web_vital')

/** The URL of the log list with these filters. */
export function logsPath(filters: Partial<LogFilters>): string {
  return `/logs${writeFilters(logCodecs, filters)}`
}

const CONTEXT_NS = 30n * SECOND_NS

/** Fragment of the row in the middle of a page, or of the open one, so that links scroll to it. */
export const LOG_FRAGMENT = '#log'

/** The URL of the logs half a minute before and after a record, which is open in the middle of the page, however many there are. */
export function logsAroundPath(record: Cursor, filters: Partial<LogFilters> = {}): string {
  const { atNs } = record
  const range = { from: atNs - CONTEXT_NS, to: atNs + CONTEXT_NS }
  return logsPath({ ...filters, ...range, open: record, around: record }) + LOG_FRAGMENT
}

/** The URL of the logs around a time at which there may be no record; see {@link logsAroundPath}. */
export const logsAroundTimePath = (atNs: bigint) => logsAroundPath({ atNs, id: '0'.repeat(16) })
