import { isLibrary } from './library-code.ts'
import type { StackFrame } from './stack.ts'
import { type FrameParts, readPlace } from './stack-lines.ts'

/** Reads `#0 /srv/cart.php(20): Shop\Cart->pay(Object(User))`. */
export function readPhpFrame(text: string): FrameParts | undefined {
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
  // PHP 8.4 names the function around a closure: `{closure:Shop\Cart::pay():12}`.
  const named = text.startsWith('{closure:', colon) ? text.indexOf('}', colon) : colon
  const paren = text.indexOf('(', Math.max(colon, named))
  const raw = text.slice(colon, paren === -1 ? text.length : paren)
  const [module, name] = splitName(raw)
  return {
    function: name,
    functionAt: raw.endsWith(name) ? colon + raw.length - name.length : undefined,
    file: place?.[1],
    line: place ? Number(place[2]) : undefined,
    module,
    library: false,
    location: place ? [at, colon - 2] : undefined,
  }
}

/** The place that threw: at the end of the message, not in a numbered frame. */
export function readThrownPhpFrame(text: string): FrameParts | undefined {
  const at = text.lastIndexOf(' in ')
  const place = at === -1 ? undefined : readPlace(text.slice(at + 4))
  if (
    place === undefined ||
    !/\.(?:php\d?|phtml|inc)$|^(?:php shell|Standard input|Command line) code$/.test(place.file)
  ) {
    return undefined
  }
  return { ...place, library: false, start: at + 1, location: [at + 4, text.length] }
}

/**
 * A numbered frame has a place and the function called there; the function around the place is in the next frame. Without a line for the
 * place that threw, the first function has no place.
 */
export function pairPhpFrames(frames: StackFrame[]): void {
  // OpenTelemetry's form has function and place of the same frame, as Java's.
  if (frames.some(({ functionStart = 0, locationStart }) => functionStart > 0 && functionStart < (locationStart ?? 0)))
    return
  const read = frames.splice(0)
  const first = read[0]
  if (first?.function !== undefined && first.functionStart !== undefined && first.function !== '{main}') {
    const { function: name, module, functionStart, functionEnd, end } = first
    const start = functionStart - (module === undefined ? 0 : module.length + 1)
    frames.push(
      withCalledFunction(
        { raw: '', library: false, start, end },
        { function: name, ...(module && { module }), functionStart, ...(functionEnd && { functionEnd }) },
      ),
    )
    read[0] = { ...first, end: Math.min(first.locationEnd ?? start, start) }
  }
  for (const [i, frame] of read.entries()) {
    const { function: name, module, functionStart, functionEnd, ...place } = frame
    const isMain = name === '{main}' && frame.file === undefined
    if (isMain) continue
    frames.push(withCalledFunction(place, read[i + 1] ?? {}))
  }
}

type CalledFunction = Partial<Pick<StackFrame, 'function' | 'module' | 'functionStart' | 'functionEnd'>>

function withCalledFunction(
  place: StackFrame,
  { function: name, module, functionStart, functionEnd }: CalledFunction,
): StackFrame {
  const qualified = module === undefined ? (name ?? '') : `${module}\\${name ?? ''}`
  return {
    ...place,
    ...(name !== undefined && { function: name }),
    ...(module !== undefined && { module }),
    ...(functionStart !== undefined && functionEnd !== undefined && { functionStart, functionEnd }),
    library: isLibrary('php', qualified, place.file ?? ''),
  }
}

/** Namespace, and class with method: `Shop\Cart->pay`. A closure repeats the namespace: `Shop\Cart->Shop\{closure}`. */
function splitName(raw: string): [module: string, name: string] {
  const call = /->|::/.exec(raw)
  const [owner, arrow, method] = call ? [raw.slice(0, call.index), call[0], raw.slice(call.index + 2)] : ['', '', raw]
  const ownerAt = owner.lastIndexOf('\\') + 1
  const methodAt = method.lastIndexOf('\\', method.includes('{') ? method.indexOf('{') : method.length) + 1
  const module = call ? owner.slice(0, ownerAt) : method.slice(0, methodAt)
  return [module.slice(0, -1), `${owner.slice(ownerAt)}${arrow}${method.slice(methodAt)}`]
}
