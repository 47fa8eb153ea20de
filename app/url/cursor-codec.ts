import type { Cursor } from '../../store/newest-first.ts'
import type { ParamCodec } from './codec.ts'
import { MAX_TIMESTAMP_NS } from './timestamp-codec.ts'

/**
 * A cursor: time of the last row of the previous page in Unix nanoseconds, and its id, since rows may share a time; `undefined` on the
 * first page.
 *
 * @param idDigits hex digits of the ids in the list
 * @param param `after` if the list is always oldest first
 */
export function cursorCodec(idDigits: 16 | 32, param = 'before'): ParamCodec<Cursor | undefined> {
  const place = new RegExp(`^(\\d{1,19})-([0-9a-f]{${idDigits}})$`)
  return {
    param,
    defaultValue: undefined,
    parse(text) {
      const [, ns = '', id = ''] = place.exec(text) ?? []
      const atNs = BigInt(ns)
      if (id !== '' && atNs < MAX_TIMESTAMP_NS) return { value: { atNs, id } }
      return { error: `${param}=${text} is not a valid cursor. Go back to the first page.` }
    },
    format: place => (place === undefined ? '' : `${place.atNs}-${place.id}`),
  }
}
