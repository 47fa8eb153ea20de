import { readHead } from './read-head.ts'
import type { StackFrame, StackLanguage, StackRelation, StackSection } from './stack.ts'
import type { StackLine } from './stack-lines.ts'

/** A section while it is being read. */
export interface OpenSection {
  relation: StackRelation
  readonly frames: StackFrame[]
  omitted: number
  /** -1 while it has no head. */
  headStart: number
  headEnd: number
}

export const openSection = (relation: StackRelation): OpenSection => ({
  relation,
  frames: [],
  omitted: 0,
  headStart: -1,
  headEnd: -1,
})

/** Adds a line to the head; blank lines only if more of the head follows. */
export function addToSectionHead(section: OpenSection, { text, start, end }: StackLine, from = 0): void {
  if (text.slice(from).trim() === '') return
  if (section.headStart === -1) section.headStart = start + from
  section.headEnd = end
}

/** Closes sections and drops those with neither head nor frames. */
export function closeSections(text: string, language: StackLanguage, open: readonly OpenSection[]): StackSection[] {
  return open
    .filter(section => section.headStart !== -1 || section.frames.length > 0)
    .map(({ relation, frames, omitted, headStart, headEnd }) => {
      const head = headStart === -1 ? '' : text.slice(headStart, headEnd)
      const start = headStart === -1 ? (frames[0]?.start ?? 0) : headStart
      return {
        relation: relation === 'thrown' && isComponentStack(text, head) ? 'component' : relation,
        ...readHead(head, language),
        frames: frames.map(frame => ({ ...frame, raw: text.slice(frame.start, frame.end) })),
        ...(omitted > 0 && { omitted }),
        headStart: start,
        headEnd: headStart === -1 ? start : headEnd,
      }
    })
}

/** React's component stacks start with a line break; the text that it logs names them. */
function isComponentStack(text: string, head: string): boolean {
  return head === '' ? text.startsWith('\n') : head.startsWith('The above error occurred in ')
}
