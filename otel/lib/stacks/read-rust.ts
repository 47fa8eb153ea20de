import { isLibrary } from './library-code.ts'
import { type FrameParts, readPlace, type StackLine } from './stack-lines.ts'

/** Reads a frame of Rust, with the function on a numbered line and the place, if known, on the next: `at ./src/cart.rs:14:36`. */
export function readRustFrame({ text }: StackLine, next: StackLine | undefined): FrameParts | undefined {
  const number = /^\s{0,10}\d{1,9}: {1,20}(?:0x[\da-f]{1,16} - )?/.exec(text.slice(0, 80))?.[0].length
  if (number === undefined || number === text.length) return undefined
  const raw = text.slice(number)
  const [module, name] = splitName(raw)
  const place = readRustPlace(next)
  return {
    function: name,
    functionAt: raw.endsWith(name) ? text.length - name.length : undefined,
    ...place?.found,
    module,
    library: isLibrary('rust', raw.replace(/::h[\da-f]{16}$/, ''), place?.found.file ?? ''),
    location: place && [place.at, next?.text.length ?? 0],
  }
}

/** The place of a frame on a line of its own. JavaScript prints such lines as well, but with other files. */
export function readRustPlace(line: StackLine | undefined) {
  const at = /^\s{4,80}at /.exec(line?.text.slice(0, 90) ?? '')?.[0].length
  if (line === undefined || at === undefined) return undefined
  const found = readPlace(line.text.slice(at))
  return found && /\.(?:rs|c|cc|cpp|h|S)$/.test(found.file) ? { at, found } : undefined
}

/** Crate and path, without the hash of a mangled name or of a crate: `core[c1f1a4ba060b9bfa]::fmt::write`. */
function splitName(raw: string): [module: string, name: string] {
  const plain = raw.replace(/::h[\da-f]{16}$/, '').replace(/\[[\da-f]{16}\]/g, '')
  const crate = /^(\w+)::/.exec(plain.slice(0, 200))?.[1]
  return crate === undefined ? ['', plain] : [crate, plain.slice(crate.length + 2)]
}

/** The line above the frames, which is not part of the message. */
export const isBacktraceHeading = (text: string) => /^stack backtrace:$/i.test(text)
