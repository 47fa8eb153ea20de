import { isLibrary } from './library-code.ts'
import { type FrameParts, readPlace } from './stack-lines.ts'

/** Reads `#0      Cart.pay (package:shop/cart.dart:12:5)`. */
export function readDartFrame(text: string): FrameParts | undefined {
  const at = /^#\d{1,9} {1,12}(?=\S)/.exec(text.slice(0, 24))?.[0].length
  const open = at === undefined ? -1 : text.indexOf(' (', at)
  if (at === undefined || open === -1 || !text.endsWith(')')) return undefined
  const where = text.slice(open + 2, -1)
  if (/[()]/.test(where)) return undefined
  const place = readPlace(where)
  const file = place?.file ?? where
  if (!/^(?:dart|package|file|https?|org-dartlang-[\w-]+):|\.dart$/.test(file)) return undefined
  const name = text.slice(at, open)
  return {
    function: name,
    functionAt: at,
    file,
    line: place?.line,
    column: place?.column,
    module: /^(?:package:([\w.-]{1,100})\/|(dart:\w{1,100}))/.exec(file)?.slice(1).find(Boolean),
    library: isLibrary('dart', name, file),
    location: [open + 2, text.length - 1],
  }
}
