import { collectByLines } from './collect-by-lines.ts'
import { collectPython } from './collect-python.ts'
import { collectRuby } from './collect-ruby.ts'
import { closeSections } from './collect-sections.ts'
import { readDart } from './read-dart.ts'
import { readDotnet } from './read-dotnet.ts'
import { readElixir } from './read-elixir.ts'
import { readGo, readGoTrace } from './read-go.ts'
import { readJavascript } from './read-javascript.ts'
import { readJvm } from './read-jvm.ts'
import { readPhp } from './read-php.ts'
import { groupMarginWidth, readPython } from './read-python.ts'
import { readRuby } from './read-ruby.ts'
import { opensBacktrace, readRust, readRustPlace } from './read-rust.ts'
import { readSwift } from './read-swift.ts'
import type { ParsedStack, StackLanguage } from './stack.ts'
import { indentOf, maxFrameChars, type StackLine, splitLines } from './stack-lines.ts'

export type { FrameContext, ParsedStack, StackFrame, StackLanguage, StackRelation, StackSection } from './stack.ts'

/**
 * Reads the frames of a stack of V8, Firefox, Safari, React, Python, Java, Go, Rust, Ruby, .NET, PHP, Elixir, Dart or Swift, with those of
 * its causes.
 * Never throws. Its time is linear in the length of any text: parse-stack.test.ts.
 *
 * @returns No sections for an empty text; one section without frames, with the text as its message, if the text is not a stack.
 */
export function parseStack(text: string): ParsedStack {
  const lines = splitLines(text)
  const language = languageOf(lines)
  if (language === undefined) {
    const message = text.trim()
    if (message === '') return { sections: [] }
    return { sections: [{ relation: 'thrown', message, frames: [], headStart: 0, headEnd: text.length }] }
  }
  const open =
    language === 'python'
      ? collectPython(lines)
      : language === 'ruby'
        ? collectRuby(lines)
        : collectByLines(lines, language)
  return { language, sections: closeSections(text, language, open) }
}

/**
 * The language of the last line that looks like a frame: the message comes before the frames, and may quote another program's
 * stack. Only Python prints the message last.
 */
function languageOf(lines: readonly StackLine[]): StackLanguage | undefined {
  if (startsAsPython(lines)) return 'python'
  const hasBacktrace = lines.some(({ text }) => text.length < 40 && opensBacktrace(text))
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i]
    if (line === undefined || line.text.length > maxFrameChars || indentOf(line.text) === line.text.length) continue
    const language =
      languageOfLine(line, lines[i - 1], lines[i + 1]) ??
      (hasBacktrace && readRust(line, undefined) ? 'rust' : undefined)
    if (language !== undefined) return language
  }
  return undefined
}

function languageOfLine(
  line: StackLine,
  above: StackLine | undefined,
  next: StackLine | undefined,
): StackLanguage | undefined {
  const { text } = line
  const jvm = readJvm(text)
  if (jvm) return jvm.file?.endsWith('.php') ? 'php' : 'java'
  if (readPython(text, groupMarginWidth(text))) return 'python'
  if (readRuby(text)) return 'ruby'
  if (readPhp(text)) return 'php'
  if (readDart(text)) return 'dart'
  if (readGo(line, next) || readGoTrace(line, next)) return 'go'
  if (readElixir(text)) return 'elixir'
  if (readSwift(text)) return 'swift'
  // From the end, the line with the place comes first.
  if (readRustPlace(line) && above && above.text.length <= maxFrameChars && readRust(above, line)) return 'rust'
  if (readDotnet(text)) return 'dotnet'
  return readJavascript(text) ? 'javascript' : undefined
}

function startsAsPython(lines: readonly StackLine[]): boolean {
  const first = lines.findIndex(({ text }) => text.trim() !== '')
  const [head = '', frame = ''] = [lines[first]?.text, lines[first + 1]?.text]
  if (!head.endsWith('Traceback (most recent call last):') || frame.length > maxFrameChars) return false
  return readPython(frame, groupMarginWidth(frame)) !== undefined
}
