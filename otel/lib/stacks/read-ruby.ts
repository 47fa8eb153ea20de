import { isLibrary } from './library-code.ts'
import { type FrameParts, readPlace } from './stack-lines.ts'

export interface RubyLine {
  readonly parts: FrameParts
  /** Where the message starts on the line of the innermost frame; absent on other lines. */
  readonly headAt?: number
  /** True for `2: from …`: the innermost frame comes last. */
  readonly isReversed: boolean
}

/** Reads ``/srv/cart.rb:12:in `pay'``, alone, after `from`, or with the message. */
export function readRubyLine(text: string): RubyLine | undefined {
  const prefix = /^\s{0,40}(?:(\d{1,9}): )?(from )?/.exec(text.slice(0, 64))
  const at = prefix?.[0].length ?? 0
  const inAt = indexOfMethodMark(text, at)
  if (inAt === -1) return undefined
  const place = readPlace(text.slice(at, inAt))
  if (place === undefined || place.column !== undefined) return undefined
  const close = text.indexOf("'", inAt + 5)
  if (close === -1) return undefined
  const name = text.slice(inAt + 5, close)
  const isHead = prefix?.[2] === undefined && text.startsWith(': ', close + 1)
  const parts: FrameParts = {
    function: name,
    functionAt: inAt + 5,
    ...place,
    module: /[\\/]gems[\\/]([\w-]{1,100})-\d[\w.]{0,50}[\\/]|^([\w-]{1,100}) \(\d/
      .exec(place.file)
      ?.slice(1)
      .find(Boolean),
    library: isLibrary('ruby', name, place.file),
    location: [at, inAt],
    ...(isHead && { end: close + 1 }),
  }
  return { parts, isReversed: prefix?.[1] !== undefined, ...(isHead && { headAt: close + 3 }) }
}

function indexOfMethodMark(text: string, at: number): number {
  const backtick = text.indexOf(':in `', at)
  return backtick === -1 ? text.indexOf(":in '", at) : backtick
}
