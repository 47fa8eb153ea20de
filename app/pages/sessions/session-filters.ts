import { MAX_SEARCH_CHARS } from '../../../search/search.ts'
import type { Cursor } from '../../../store/newest-first.ts'
import type { SessionCursor } from '../../../store/sessions/list-user-sessions.ts'
import type { ParamCodecs } from '../../url/codec.ts'
import { cursorCodec } from '../../url/cursor-codec.ts'
import { type Scope, scopeCodecs } from '../../url/scope.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { textCodec } from '../../url/text-codecs.ts'
import { readFiltersAndRange } from '../../url/time-range.ts'
import { sessionCursorCodec } from './session-cursor-codec.ts'

/** Filters of a session's events; the scope is kept. */
interface SessionFilters extends Scope {
  /** The cursor: only events after it. */
  readonly after: Cursor | undefined
}

/** Filters of a user's sessions. */
interface UserFilters extends Scope {
  /** The cursor: only sessions before it. */
  readonly before: SessionCursor | undefined
}

/** Which sessions a list shows. */
interface SessionListFilters extends UserFilters {
  /** As it was typed. */
  readonly search: string
}

export const sessionCodecs: ParamCodecs<SessionFilters> = { ...scopeCodecs, after: cursorCodec(16, 'after') }
export const userCodecs: ParamCodecs<UserFilters> = { ...scopeCodecs, before: sessionCursorCodec }
export const sessionListCodecs: ParamCodecs<SessionListFilters> = {
  ...userCodecs,
  search: textCodec(SEARCH_PARAM, MAX_SEARCH_CHARS),
}

/** @param nowMs Unix milliseconds */
export function readSessionListFilters(params: URLSearchParams, nowMs: number) {
  return readFiltersAndRange(sessionListCodecs, params, nowMs)
}

/** @param nowMs Unix milliseconds */
export function readSessionEventFilters(params: URLSearchParams, nowMs: number) {
  return readFiltersAndRange(sessionCodecs, params, nowMs)
}

/** @param nowMs Unix milliseconds */
export function readUserFilters(params: URLSearchParams, nowMs: number) {
  return readFiltersAndRange(userCodecs, params, nowMs)
}
