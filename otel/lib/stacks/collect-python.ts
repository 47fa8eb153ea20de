import { addToSectionHead, type OpenSection, openSection } from './collect-sections.ts'
import { groupMarginWidth, isTraceback, readPythonFrame } from './read-python.ts'
import type { StackFrame } from './stack.ts'
import { frameAt, indentOf, maxFrameChars, type StackLine } from './stack-lines.ts'

const handlingNotice = 'During handling of the above exception, another exception occurred:'
const directCause = 'The above exception was the direct cause of the following exception:'

interface Depth {
  readonly margin: number
  readonly section: OpenSection
}

/** Reads tracebacks, chains of them and exception groups. The last call, and the last exception of a chain, come last. */
export function collectPython(lines: readonly StackLine[]): OpenSection[] {
  const sections: OpenSection[] = [openSection('thrown')]
  const depths: Depth[] = []
  let current: OpenSection = sections[0] ?? openSection('thrown')
  let isGroup = false
  let canOpen = true

  const open = (section: OpenSection, before?: OpenSection) => {
    sections.splice(before === undefined ? sections.length : sections.indexOf(before), 0, section)
    current = section
    canOpen = true
  }

  for (const line of lines) {
    isGroup ||= line.text.endsWith('Exception Group Traceback (most recent call last):')
    const margin = isGroup ? groupMarginWidth(line.text) : 0
    const said = line.text.slice(margin)
    if (line.text.length <= maxFrameChars) {
      if (isGroup && isGroupSeparator(line.text)) {
        // `+-+---------------- 1 ----------------` opens one of the group, a rule without a number ends it.
        if (/ (?:\d{1,9}|\.\.\.) -+$/.test(line.text)) open(openSection('aggregated'))
        continue
      }
      if (said === handlingNotice || said === directCause) {
        const former =
          depths.findLast(depth => depth.margin === margin && sections.includes(depth.section))?.section ?? current
        const next = openSection(former.relation)
        former.relation = said === handlingNotice ? 'context' : 'cause'
        open(next, former)
        continue
      }
      if (isTraceback(line.text, margin)) {
        if (!canOpen || current.frames.length > 0) open(openSection('thrown'))
        depths.push({ margin, section: current })
        canOpen = false
        continue
      }
      const parts = readPythonFrame(line.text, margin)
      if (parts) {
        // Text above a traceback is not its message; text below ends it.
        if (current.frames.length === 0) current.headStart = current.headEnd = -1
        else if (current.headStart !== -1) open(openSection('context'))
        current.frames.unshift(frameAt(line, parts))
        continue
      }
      const last = current.frames[0]
      if (last !== undefined && current.headStart < last.start && isLineOfFrame(said)) {
        current.frames[0] = withSource(last, line, said)
        continue
      }
    }
    addToSectionHead(current, line, margin)
  }
  return sections
}

const isGroupSeparator = (text: string) => /^ {0,400}(?:\+-)?\+-{4}/.test(text.slice(0, 410))

const isLineOfFrame = (said: string) => indentOf(said) >= 4 || said.startsWith('  [Previous line repeated ')

/** The source line below a frame, then the markers below that. */
function withSource(frame: StackFrame, line: StackLine, said: string): StackFrame {
  const repeated = /^ {2}\[Previous line repeated (\d{1,9}) more times?\]$/.exec(said.slice(0, 80))?.[1]
  return {
    ...frame,
    end: line.end,
    ...(repeated !== undefined
      ? { repeated: Number(repeated) }
      : frame.context === undefined && { context: { before: [], line: said.trim(), after: [] } }),
  }
}
