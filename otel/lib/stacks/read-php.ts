import { type FrameParts, readPlace } from './stack-lines.ts'

/** Reads `#0 /srv/cart.php(20): Shop\Cart->pay(Object(User))`. */
export function readPhp(text: string): FrameParts | undefined {
  const number = /^#\d{1,9} /.exec(text.slice(0, 12))
  if (!number) return undefined
  const at = number[0].length
  if (text.startsWith('{main}', at)) return { function: '{main}', functionAt: at, library: false }
  const inner = '[internal function]: '
  const isInner = text.startsWith(inner, at)
  const colon = isInner ? at + inner.length : text.indexOf('): ', at) + 3
  if (colon < at + 3) return undefined
  const place = isInner ? undefined : /^(.*)\((\d{1,9})$/.exec(text.slice(at, colon - 3))
  if (!isInner && !place) return undefined
  const paren = text.indexOf('(', colon)
  const raw = text.slice(colon, paren === -1 ? text.length : paren)
  const [module, name] = splitName(raw)
  return {
    function: name,
    functionAt: raw.endsWith(name) ? colon + raw.length - name.length : undefined,
    file: place?.[1],
    line: place ? Number(place[2]) : undefined,
    module,
    library: place === undefined || place === null || isLibrary(place[1] ?? ''),
    location: place ? [at, colon - 2] : undefined,
  }
}

/** The place that threw: it stands at the end of the message, and in none of the numbered frames. */
export function readThrownPhp(text: string): FrameParts | undefined {
  const at = text.lastIndexOf(' in ')
  const place = at === -1 ? undefined : readPlace(text.slice(at + 4))
  if (
    place === undefined ||
    !/\.(?:php\d?|phtml|inc)$|^(?:php shell|Standard input|Command line) code$/.test(place.file)
  ) {
    return undefined
  }
  return { ...place, library: isLibrary(place.file), start: at + 1, location: [at + 4, text.length] }
}

/** Namespace, and class with method: `Shop\Cart->pay`. A closure has the namespace once more: `Shop\Cart->Shop\{closure}`. */
function splitName(raw: string): [module: string, name: string] {
  const call = /->|::/.exec(raw)
  const [owner, arrow, method] = call ? [raw.slice(0, call.index), call[0], raw.slice(call.index + 2)] : ['', '', raw]
  const ownerAt = owner.lastIndexOf('\\') + 1
  const methodAt = method.lastIndexOf('\\', method.includes('{') ? method.indexOf('{') : method.length) + 1
  const module = call ? owner.slice(0, ownerAt) : method.slice(0, methodAt)
  return [module.slice(0, -1), `${owner.slice(ownerAt)}${arrow}${method.slice(methodAt)}`]
}

const isLibrary = (file: string) => /[\\/]vendor[\\/]|^phar:|[\\/]usr[\\/]share[\\/]php[\\/]/.test(file)
