import type { ExceptionPlace } from '../../store/exceptions/list-exceptions.ts'
import type { Codec } from './codec.ts'
import { cursorCodec } from './cursor-codec.ts'

/**
 * Where the page of a list before ended that may be sorted by a text: as {@link cursorCodec}, and the text behind it, in per cents, or a
 * space at its end would be lost.
 */
export function textCursorCodec(idDigits: 16 | 32): Codec<ExceptionPlace | undefined> {
  const { param, none, parse, format } = cursorCodec(idDigits)
  return {
    param,
    none,
    parse(typed) {
      const [, place = '', written] = /^(\d+-[0-9a-f]+)(?:-(\S{1,4000}))?$/.exec(typed) ?? []
      const parsed = parse(place === '' ? typed : place)
      const text = decoded(written ?? '')
      if (text === undefined) return { fault: `${param}=${typed} is not a valid cursor. Go back to the first page.` }
      return 'fault' in parsed || parsed.value === undefined || text === ''
        ? parsed
        : { value: { ...parsed.value, text } }
    },
    format(place) {
      const text = place?.text ?? ''
      return format(place) + (text === '' ? '' : `-${encodeURIComponent(text.toWellFormed())}`)
    },
  }
}

/** @returns `undefined` for what nobody wrote */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
