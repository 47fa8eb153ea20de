import { isLibrary } from './library-code.ts'
import { type FrameParts, indentOf, readPlace } from './stack-lines.ts'

/** Reads `    (shop 0.1.0) lib/shop/cart.ex:12: Shop.Cart.pay/2`; an app's own frames may stand without its name. */
export function readElixirFrame(text: string): FrameParts | undefined {
  const indent = indentOf(text)
  if (indent === 0) return undefined
  const colon = text.indexOf(': ', indent)
  if (colon === -1) return undefined
  const place = readPlace(text.slice(indent, colon))
  if (place === undefined || place.column !== undefined || !/\.(?:exs?|erl|[hl]?eex)$/.test(place.file))
    return undefined
  const app = /^\(([^()\n]{1,100})\) /.exec(place.file)
  const name = text.slice(colon + 2)
  const file = app ? place.file.slice(app[0].length) : place.file
  if (!/^[\w./-]+$/.test(file) || name === '') return undefined
  return {
    function: name,
    functionAt: colon + 2,
    file,
    line: place.line,
    module: app?.[1]?.split(' ', 1)[0],
    library: isLibrary('elixir', name, place.file),
    location: [indent + (app?.[0].length ?? 0), colon],
  }
}
