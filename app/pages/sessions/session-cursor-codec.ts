import type { SessionCursor } from '../../../store/sessions/list-user-sessions.ts'
import type { ParamCodec } from '../../url/codec.ts'
import { MAX_TIMESTAMP_NS } from '../../url/timestamp-codec.ts'

/** A cursor in the list of a user's sessions: time of the last session in Unix nanoseconds, and its id. */
export const sessionCursorCodec: ParamCodec<SessionCursor | undefined> = {
  param: 'before',
  defaultValue: undefined,
  parse(text) {
    const [, ns = '', sessionId = ''] = /^(\d{1,19})-(\S.{0,1023})$/s.exec(text) ?? []
    const lastNs = BigInt(ns)
    if (sessionId !== '' && lastNs < MAX_TIMESTAMP_NS) return { value: { lastNs, sessionId } }
    return { error: `before=${text} is not a valid cursor. Go back to the first page.` }
  },
  format: place => (place === undefined ? '' : `${place.lastNs}-${place.sessionId}`),
}
