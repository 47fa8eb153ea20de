import type { Cursor } from '../../store/newest-first.ts'
import type { SessionCursor } from '../../store/sessions/list-user-sessions.ts'
import type { Codecs } from './codec.ts'
import { cursorCodec } from './cursor-codec.ts'
import { type Scope, scopeCodecs } from './scope.ts'
import { sessionCursorCodec } from './session-cursor-codec.ts'
import { readFiltersAndRange } from './time-range.ts'

/** Which steps of a session a page shows; what all pages are about is carried along. */
interface SessionFilters extends Scope {
  /** Only steps after this place: where the page before ended. */
  readonly after: Cursor | undefined
}

/** Which sessions of a user a page shows. */
interface UserFilters extends Scope {
  /** Only sessions before this place: where the page before ended. */
  readonly before: SessionCursor | undefined
}

export const sessionCodecs: Codecs<SessionFilters> = { ...scopeCodecs, after: cursorCodec(16, 'after') }
export const userCodecs: Codecs<UserFilters> = { ...scopeCodecs, before: sessionCursorCodec }

/** @param nowMs Unix milliseconds */
export function readSessionFilters(params: URLSearchParams, nowMs: number) {
  return readFiltersAndRange(sessionCodecs, params, nowMs)
}

/** @param nowMs Unix milliseconds */
export function readUserFilters(params: URLSearchParams, nowMs: number) {
  return readFiltersAndRange(userCodecs, params, nowMs)
}
