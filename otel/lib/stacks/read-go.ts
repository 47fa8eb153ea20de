import { isLibrary } from './library-code.ts'
import { type FrameParts, readPlace, type StackLine } from './stack-lines.ts'

/** Reads a frame of Go, with the function on one line and the place on the next, after a tab. */
export function readGoFrame(line: StackLine, next: StackLine | undefined): FrameParts | undefined {
  if (next === undefined || !next.text.startsWith('\t') || /^\s/.test(line.text)) return undefined
  const plus = next.text.lastIndexOf(' +0x')
  const end = plus === -1 ? next.text.length : plus
  const place = readPlace(next.text.slice(1, end))
  if (place === undefined || !/\.(?:go|s|c|cgo)$|^_cgo/.test(place.file.slice(-8))) return undefined
  const created = line.text.startsWith('created by ') ? 'created by '.length : 0
  const raw = nameOf(line.text.slice(created))
  if (raw === '' || /\s/.test(raw)) return undefined
  const [module, name] = splitName(raw)
  return {
    function: name,
    functionAt: created + raw.length - name.length,
    ...place,
    module,
    async: created > 0,
    library: isLibrary('go', raw, place.file),
    location: [1, end],
  }
}

/** Reads the form of Gin and others: `/srv/cart.go:12 (0x4a2b3c)`, and on the next line the function with its source. */
export function readGoTraceFrame(line: StackLine, next: StackLine | undefined): FrameParts | undefined {
  const address = / \(0x[\da-f]{1,16}\)$/.exec(line.text.slice(-24))?.[0].length
  if (address === undefined || /^\s/.test(line.text) || next === undefined) return undefined
  const end = line.text.length - address
  const place = readPlace(line.text.slice(0, end))
  const name = /^[ \t]{1,8}([^\n]{1,500}?): /.exec(next.text.slice(0, 520))?.[1]
  if (place === undefined || name === undefined || !/\.(?:go|s)$/.test(place.file)) return undefined
  return { function: name, ...place, library: isLibrary('go', name, place.file), start: 0 }
}

/** Without the arguments and `in goroutine 1`. A method's receiver has parentheses as well: `main.(*Cart).Pay(0xc000, 0x1)`. */
function nameOf(text: string): string {
  const goroutine = text.lastIndexOf(' in goroutine ')
  const called = goroutine === -1 ? text : text.slice(0, goroutine)
  const open = called.endsWith(')') ? called.lastIndexOf('(') : -1
  return open <= 0 ? called : called.slice(0, open)
}

/** `github.com/shop/cart.(*Cart).Pay` → package and function. Dots of the path are escaped only behind its last slash. */
function splitName(raw: string): [module: string, name: string] {
  const dot = raw.indexOf('.', raw.lastIndexOf('/', bracketOf(raw)) + 1)
  return dot === -1 ? ['', raw] : [raw.slice(0, dot), raw.slice(dot + 1)]
}

const bracketOf = (raw: string) => {
  const bracket = raw.indexOf('[')
  return bracket === -1 ? raw.length : bracket
}
