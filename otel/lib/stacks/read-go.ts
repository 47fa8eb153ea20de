import { type FrameParts, readPlace, type StackLine } from './stack-lines.ts'

/** Reads a frame of Go, which has the function on one line and the place on the next, behind a tab. */
export function readGo(line: StackLine, next: StackLine | undefined): FrameParts | undefined {
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
    library: isLibrary(place.file, module),
    location: [1, end],
  }
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

const standard =
  /^(?:archive|bufio|bytes|cmp|compress|container|context|crypto|database|debug|embed|encoding|errors|expvar|flag|fmt|go|hash|html|image|index|internal|io|iter|log|maps|math|mime|net|os|path|plugin|reflect|regexp|runtime|slices|sort|strconv|strings|structs|sync|syscall|testing|text|time|unicode|unique|unsafe|weak|panic|_cgo\w*)(?:\/|$)/

function isLibrary(file: string, module: string): boolean {
  if (/[\\/]pkg[\\/]mod[\\/]|[\\/]vendor[\\/]|@v\d/.test(file)) return true
  return module !== 'main' && (standard.test(module) || (module === '' && /[\\/]src[\\/]runtime[\\/]/.test(file)))
}
