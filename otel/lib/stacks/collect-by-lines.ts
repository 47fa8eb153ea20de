import { addToSectionHead, type OpenSection, openSection } from './collect-sections.ts'
import { readDartFrame } from './read-dart.ts'
import { readDotnetFrame } from './read-dotnet.ts'
import { readElixirFrame } from './read-elixir.ts'
import { readGoFrame, readGoTraceFrame } from './read-go.ts'
import { readJavascriptFrame } from './read-javascript.ts'
import { readJvmFrame } from './read-jvm.ts'
import { pairPhpFrames, readPhpFrame, readThrownPhpFrame } from './read-php.ts'
import { isBacktraceHeading, readRustFrame } from './read-rust.ts'
import { readSwiftFrame } from './read-swift.ts'
import type { StackLanguage, StackRelation } from './stack.ts'
import { type FrameParts, frameAt, indentOf, maxFrameChars, type StackLine } from './stack-lines.ts'

type LineLanguage = Exclude<StackLanguage, 'python' | 'ruby'>

/** Reads languages that print type and message, then the frames, innermost first, then the causes. */
export function collectByLines(lines: readonly StackLine[], language: LineLanguage): OpenSection[] {
  let current = openSection('thrown')
  const sections = [current]
  // .NET prints an exception's frames after those of its cause.
  const outer: OpenSection[] = []
  /** False after the first line that is not part of the head. */
  let isHeadOpen = true
  const returnToOuter = () => {
    current = outer.pop() ?? current
    isHeadOpen = false
  }
  let inGroup = false
  // Rust numbers causes like frames.
  const backtrace = language === 'rust' ? lines.findLastIndex(({ text }) => isBacktraceHeading(text)) : -1

  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]
    if (line === undefined) break
    const isShort = line.text.length <= maxFrameChars
    const text = isShort ? line.text : ''
    const parts = isShort && i > backtrace ? readFrame(language, text, line, lines[i + 1]) : undefined
    if (parts) {
      const hasTwoLines = language === 'go' || (language === 'rust' && parts.file !== undefined)
      const last = hasTwoLines ? lines[++i] : line
      current.frames.push(frameAt(line, parts, last))
      isHeadOpen = false
      if (text.endsWith('<---')) returnToOuter()
      continue
    }
    if (language === 'dotnet' && text.trim() === '--- End of inner exception stack trace ---') {
      returnToOuter()
      continue
    }
    if (text.trim() === '[errors]: [') inGroup = true
    else if (text.trim() === ']') inGroup = false
    if (language === 'dotnet' && isHeadOpen && text.indexOf(' ---> ', indentOf(text) + 1) !== -1) {
      // The causes are on the line of the thrown exception; the frames of the innermost come first.
      for (const [nth, part] of splitAtArrows(line).entries()) {
        if (nth > 0) {
          outer.push(current)
          current = openNextSection(sections, current, 'cause', language)
        }
        addToSectionHead(current, part)
      }
      continue
    }
    const relation = relationOpenedBy(language, line.text.slice(0, 200), inGroup && current.frames.length > 0)
    if (relation !== undefined) {
      if (language === 'dotnet') outer.push(current)
      current = openNextSection(sections, current, relation, language)
      isHeadOpen ||= current.headStart === -1
    }
    const above = lines[i - 1]
    if (language === 'php' && text === 'Stack trace:' && current.frames.length === 0 && above !== undefined) {
      moveThrownPlace(current, above)
      isHeadOpen = false
      continue
    }
    const omitted = /^\s{0,40}\.\.\. (\d{1,9}) (?:more|common frames omitted|lines matching)/.exec(
      text.slice(0, 80),
    )?.[1]
    if (omitted !== undefined) current.omitted += Number(omitted)
    else if (i === backtrace) isHeadOpen = false
    else if (isHeadOpen && text !== '[errors]: [') addToSectionHead(current, line)
  }
  if (language === 'php') for (const { frames } of sections) pairPhpFrames(frames)
  return sections
}

/** The parts of a line between arrows. */
function splitAtArrows({ text, start }: StackLine): StackLine[] {
  let at = 0
  return text.split(' ---> ').map(part => {
    const from = start + at
    at += part.length + ' ---> '.length
    return { text: part, start: from, end: from + part.length }
  })
}

function openNextSection(
  sections: OpenSection[],
  current: OpenSection,
  relation: StackRelation,
  language: LineLanguage,
): OpenSection {
  // A panic is the head of the goroutine below it.
  if (language === 'go' && current.frames.length === 0) return current
  const next = openSection(relation)
  if (language === 'php' && relation === 'thrown') {
    // PHP prints the cause first: `Next …` is the exception that it led to.
    current.relation = 'cause'
    sections.unshift(next)
  } else sections.push(next)
  return next
}

function readFrame(
  language: LineLanguage,
  text: string,
  line: StackLine,
  next: StackLine | undefined,
): FrameParts | undefined {
  switch (language) {
    case 'javascript':
      return readJavascriptFrame(text)
    case 'java':
      return readJvmFrame(text)
    case 'dotnet':
      return readDotnetFrame(text.endsWith('<---') ? text.slice(0, -4) : text)
    case 'go':
      return next !== undefined && next.text.length <= maxFrameChars
        ? (readGoFrame(line, next) ?? readGoTraceFrame(line, next))
        : undefined
    case 'rust':
      return readRustFrame(line, next !== undefined && next.text.length <= maxFrameChars ? next : undefined)
    case 'php':
      return readPhpFrame(text) ?? readJvmFrame(text)
    case 'elixir':
      return readElixirFrame(text)
    case 'dart':
      return readDartFrame(text)
    case 'swift':
      return readSwiftFrame(text)
  }
}

/** The relation of the section that a line starts; undefined if it starts none. */
function relationOpenedBy(language: LineLanguage, text: string, inGroup: boolean): StackRelation | undefined {
  const said = text.slice(indentOf(text))
  switch (language) {
    case 'javascript':
      if (/^(?:\[cause\]|\[error\]|Caused by): /.test(said)) return 'cause'
      if (said.startsWith('[suppressed]: ')) return 'suppressed'
      if (said.startsWith('The above error occurred in ')) return 'component'
      return inGroup && /^[A-Z][\w$]{0,200}(?: \[|: |$)/.test(said) ? 'aggregated' : undefined
    case 'java':
      if (said.startsWith('Caused by: ')) return 'cause'
      return said.startsWith('Suppressed: ') ? 'suppressed' : undefined
    case 'dotnet':
      if (!said.startsWith('---> ')) return undefined
      return said.startsWith('---> (Inner Exception #') ? 'aggregated' : 'cause'
    case 'go':
      return /^goroutine \d{1,19} .{0,100}\[/.test(text) ? 'context' : undefined
    case 'rust':
    case 'elixir':
    case 'dart':
    case 'swift':
      return undefined
    case 'php':
      if (text.startsWith('Caused by: ')) return 'cause'
      return text.startsWith('Next ') ? 'thrown' : undefined
  }
}

/** PHP prints the place that threw at the end of the message, above `Stack trace:`, and not as a numbered frame. */
function moveThrownPlace(section: OpenSection, line: StackLine): void {
  const parts = readThrownPhpFrame(line.text.slice(-maxFrameChars))
  if (parts?.start === undefined) return
  const cut = Math.max(0, line.text.length - maxFrameChars)
  section.frames.push(frameAt({ ...line, start: line.start + cut }, parts))
  section.headEnd = line.start + cut + parts.start - 1
}
