import type { StackFrame } from './stack.ts'

/** One line of a stack, without its line break. */
export interface StackLine {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** A longer line is text: no runtime prints such a frame. */
export const maxFrameChars = 8_192

export function splitLines(text: string): StackLine[] {
  const lines: StackLine[] = []
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start)
    const next = newline === -1 ? text.length : newline
    const end = next > start && text.charCodeAt(next - 1) === 13 ? next - 1 : next
    lines.push({ text: text.slice(start, end), start, end })
    start = next + 1
  }
  return lines
}

/** A frame's parts as one language reads them from a line; offsets are of the line. */
export interface FrameParts {
  readonly function?: string | undefined
  readonly functionAt?: number | undefined
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly module?: string | undefined
  readonly async?: boolean | undefined
  readonly library: boolean
  /** Where the location is on the line. */
  readonly location?: readonly [start: number, end: number] | undefined
  /** Where the frame starts and ends on the line, if the line has other text. */
  readonly start?: number | undefined
  readonly end?: number | undefined
}

/** A frame on one line, or on two if the location has a line of its own. */
export function frameAt(line: StackLine, parts: FrameParts, last: StackLine = line): StackFrame {
  const { function: name, functionAt, file, line: row, column, module, async, library, location } = parts
  const end = parts.end === undefined ? last.end : line.start + parts.end
  return {
    raw: '',
    ...(name !== undefined && name !== '' && { function: name }),
    ...(file !== undefined && { file }),
    ...(row !== undefined && { line: row }),
    ...(column !== undefined && { column }),
    ...(module !== undefined && module !== '' && { module }),
    ...(async && { async: true as const }),
    library,
    start: line.start + (parts.start ?? 0),
    end,
    ...(location && { locationStart: last.start + location[0], locationEnd: last.start + location[1] }),
    ...(name &&
      functionAt !== undefined && {
        functionStart: line.start + functionAt,
        functionEnd: line.start + functionAt + name.length,
      }),
  }
}

export interface Place {
  readonly file: string
  readonly line: number
  readonly column?: number
}

/** Reads `file:line` or `file:line:column`. Looks only at the end, so a long file name costs nothing. */
export function readPlace(text: string): Place | undefined {
  const tail = text.slice(-22)
  const match = /:(\d{1,9})(?::(\d{1,9}))?$/.exec(tail)
  if (!match) return undefined
  const file = text.slice(0, text.length - match[0].length)
  if (file === '') return undefined
  return { file, line: Number(match[1]), ...(match[2] !== undefined && { column: Number(match[2]) }) }
}

export function indentOf(text: string): number {
  let i = 0
  while (text.charCodeAt(i) === 32 || text.charCodeAt(i) === 9) i++
  return i
}
