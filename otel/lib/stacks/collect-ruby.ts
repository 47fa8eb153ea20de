import { addToSectionHead, type OpenSection, openSection } from './collect-sections.ts'
import { readRubyLine } from './read-ruby.ts'
import { frameAt, maxFrameChars, type StackLine } from './stack-lines.ts'

/** Reads backtraces in both orders: innermost first, or last after numbered lines. */
export function collectRuby(lines: readonly StackLine[]): OpenSection[] {
  const sections: OpenSection[] = [openSection('thrown')]
  let current: OpenSection = sections[0] ?? openSection('thrown')
  const reversed = new Set<OpenSection>()
  let isBelowHead = false

  for (const line of lines) {
    const read = line.text.length > maxFrameChars ? readLongHead(line) : readRubyLine(line.text)
    if (!read) {
      // Text before the frames is not the message, which is on the line of the innermost frame.
      if (isBelowHead) addToSectionHead(current, line)
      continue
    }
    const { parts, headAt, isReversed } = read
    const isNext = current.headStart !== -1 && (headAt !== undefined || isReversed)
    if (isNext) {
      current = openSection('cause')
      sections.push(current)
    }
    if (isReversed) reversed.add(current)
    const frame = frameAt(line, parts)
    if (reversed.has(current)) current.frames.unshift(frame)
    else current.frames.push(frame)
    isBelowHead = headAt !== undefined
    if (headAt !== undefined) {
      current.headStart = line.start + headAt
      current.headEnd = line.end
    }
  }
  // In that order a cause comes before the exception that it led to.
  if (reversed.size > 0 && sections.length > 1) {
    sections.reverse()
    for (const [i, section] of sections.entries()) section.relation = i === 0 ? 'thrown' : 'cause'
  }
  return sections
}

/** The place comes before the message, however long that is. */
function readLongHead(line: StackLine): ReturnType<typeof readRubyLine> {
  const read = readRubyLine(line.text.slice(0, maxFrameChars))
  return read?.headAt === undefined ? undefined : read
}
