import { collectByLines } from './collect-by-lines.ts'
import { collectPython } from './collect-python.ts'
import { collectRuby } from './collect-ruby.ts'
import { closeSections } from './collect-sections.ts'
import { readDartFrame } from './read-dart.ts'
import { readDotnetFrame } from './read-dotnet.ts'
import { readElixirFrame } from './read-elixir.ts'
import { readGoFrame, readGoTraceFrame } from './read-go.ts'
import { readJavascriptFrame } from './read-javascript.ts'
import { readJvmFrame } from './read-jvm.ts'
import { readPhpFrame } from './read-php.ts'
import { groupMarginWidth, readPythonFrame } from './read-python.ts'
import { readRubyLine } from './read-ruby.ts'
import { isBacktraceHeading, readRustFrame, readRustPlace } from './read-rust.ts'
import { readSwiftFrame } from './read-swift.ts'
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
  const hasBacktrace = lines.some(({ text }) => text.length < 40 && isBacktraceHeading(text))
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i]
    if (line === undefined || line.text.length > maxFrameChars || indentOf(line.text) === line.text.length) continue
    const language =
      languageOfLine(line, lines[i - 1], lines[i + 1]) ??
      (hasBacktrace && readRustFrame(line, undefined) ? 'rust' : undefined)
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
  const jvm = readJvmFrame(text)
  if (jvm) return jvm.file?.endsWith('.php') ? 'php' : 'java'
  if (readPythonFrame(text, groupMarginWidth(text))) return 'python'
  if (readRubyLine(text)) return 'ruby'
  if (readPhpFrame(text)) return 'php'
  if (readDartFrame(text)) return 'dart'
  if (readGoFrame(line, next) || readGoTraceFrame(line, next)) return 'go'
  if (readElixirFrame(text)) return 'elixir'
  if (readSwiftFrame(text)) return 'swift'
  // From the end, the line with the place comes first.
  if (readRustPlace(line) && above && above.text.length <= maxFrameChars && readRustFrame(above, line)) return 'rust'
  if (readDotnetFrame(text)) return 'dotnet'
  return readJavascriptFrame(text) ? 'javascript' : undefined
}

function startsAsPython(lines: readonly StackLine[]): boolean {
  const first = lines.findIndex(({ text }) => text.trim() !== '')
  const [head = '', frame = ''] = [lines[first]?.text, lines[first + 1]?.text]
  if (!head.endsWith('Traceback (most recent call last):') || frame.length > maxFrameChars) return false
  return readPythonFrame(frame, groupMarginWidth(frame)) !== undefined
}
