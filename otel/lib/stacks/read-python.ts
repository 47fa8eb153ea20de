import { isLibrary } from './library-code.ts'
import { type FrameParts, indentOf } from './stack-lines.ts'

/** The length of the margin of an exception group: `  | `, `  + `. */
export function groupMarginWidth(text: string): number {
  return /^ {0,400}[|+] /.exec(text.slice(0, 402))?.[0].length ?? 0
}

/** Reads `  File "/srv/cart.py", line 12, in pay`. */
export function readPythonFrame(text: string, margin: number): FrameParts | undefined {
  const at = margin + indentOf(text.slice(margin))
  if (at === margin || !text.startsWith('File "', at)) return undefined
  const quote = text.indexOf('", line ', at + 6)
  if (quote === -1) return undefined
  const line = /^(\d{1,9})(, in )?/.exec(text.slice(quote + 8, quote + 24))
  if (!line) return undefined
  const file = text.slice(at + 6, quote)
  const placeEnd = quote + 8 + (line[1]?.length ?? 0)
  const nameAt = placeEnd + (line[2]?.length ?? 0)
  const name = line[2] === undefined ? undefined : text.slice(nameAt)
  return {
    function: name,
    functionAt: nameAt,
    file,
    line: Number(line[1]),
    module: packageOf(file),
    library: isLibrary('python', name ?? '', file),
    location: [at + 5, placeEnd],
  }
}

/** The package of an installed file, or of Python's standard library. */
const packageOf = (file: string) =>
  /[\\/](?:(?:site|dist)-packages|python3\.\d{1,2}(?![\\/](?:site|dist)-))[\\/]([^\\/]{1,100}?)(?:\.py)?(?:[\\/]|$)/.exec(
    file,
  )?.[1]

export const isTraceback = (text: string, margin: number) =>
  text.endsWith('Traceback (most recent call last):') &&
  /^(?:\+ )?(?:Exception Group )?Traceback \(/.test(text.slice(margin).trimStart())
