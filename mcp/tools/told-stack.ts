import type { AnswerOf } from '../../app/api/operation-types.ts'
import type { Limits } from '../answer/limits.ts'
import type { ToldFields } from '../answer/sources.ts'

type Section = AnswerOf<'getException'>['stack'][number]
type Frame = Section['frames'][number]

interface StackOptions {
  readonly limits: Limits
  /** Also those of libraries, as many as of the app. */
  readonly isWhole?: boolean
  /** Lines of source before and after a place; those of the limits without it. */
  readonly contextLines?: number | undefined
}

/** Sections and frames of a stack as an answer has them, and how many are left out. */
export function tellStack(stack: readonly Section[], { limits, isWhole = false, contextLines }: StackOptions) {
  const maxSections = Math.min(10, Math.max(2, Math.ceil(limits.ownFrames / 3)))
  const maxLibrary = isWhole ? Math.max(limits.libraryFrames, limits.ownFrames) : limits.libraryFrames
  const lines = Math.min(contextLines ?? limits.sourceLines, limits.ownFrames)
  let own = 0
  let library = 0
  const sections = stack.slice(0, maxSections).map((section): ToldFields => {
    const shown = { own: 0, library: 0 }
    const frames = section.frames.filter(({ is_own: isOwn }) => {
      if (isOwn) return shown.own++ < limits.ownFrames
      return shown.library++ < maxLibrary
    })
    own += Math.max(0, shown.own - limits.ownFrames)
    library += Math.max(0, shown.library - maxLibrary) + section.left_out
    const isThrown = section.relation === 'thrown'
    return {
      relation: section.relation,
      // The exception has them itself.
      ...(!isThrown && { type: section.type, message: section.message }),
      frames: frames.map(frame => tellFrame(frame, frame.is_own ? lines : 0, limits.text)),
    }
  })
  return { sections, leftOut: { own, library, sections: stack.length - sections.length } }
}

function tellFrame(frame: Frame, lines: number, maxChars: number): ToldFields {
  const { file, line, column, module, source } = frame
  return {
    function: frame.function,
    // The end of a path tells more.
    file: file.length > maxChars ? `…${file.slice(1 - maxChars)}` : file,
    ...(line !== null && { line }),
    ...(column !== null && { column }),
    ...(!frame.is_own && { library: module || true }),
    ...(source !== null && line !== null && lines > 0 && { source: tellSource(source, line, lines) }),
  }
}

function tellSource({ before, line: failing, after }: NonNullable<Frame['source']>, line: number, lines: number) {
  const [above, below] = [before.slice(-lines), after.slice(0, lines)]
  const first = line - above.length
  return [...above, failing, ...below].map((text, i) => `${first + i === line ? '>' : ' '} ${first + i} | ${text}`)
}

/** Says how many frames are left out; '' for none. */
export function describeLeftOut({ own, library, sections }: ReturnType<typeof tellStack>['leftOut']): string {
  const parts = [
    own > 0 && `${own} frames of the app`,
    library > 0 && `${library} frames of libraries`,
    sections > 0 && `${sections} further stack traces`,
  ]
  return parts.filter(part => part !== false).join(', ')
}
