import type { FrameContext, StackFrame } from '@errata/otel/stacks'
import { clipLine } from '../../format/clip.ts'

/** A frame as a page shows it. */
export interface DisplayedFrame {
  /** '' if it has none. */
  readonly function: string
  /** `file:line:column` as far as known; '' if unknown. */
  readonly place: string
  readonly line: number | undefined
  readonly module: string
  readonly isAsync: boolean
  /** The number of times that it is repeated in a row. */
  readonly times: number
  readonly context: FrameContext | undefined
}

/** Consecutive frames of one kind. */
export interface FrameGroup {
  readonly library: boolean
  readonly frames: readonly DisplayedFrame[]
  /** Number of frames, with repetitions. */
  readonly count: number
  /** The packages, in stack order; without packages the functions. At most 4. */
  readonly names: readonly string[]
}

const maxNameChars = 300
const maxLineChars = 400
const maxContextLines = 5
const maxNamedPackages = 4

/** Groups frames into runs of in-app and library frames, and repeated frames into one. */
export function foldFrames(frames: readonly StackFrame[], contextOf: (frame: StackFrame) => FrameContext | undefined) {
  const runs: { library: boolean; frames: DisplayedFrame[]; count: number; names: string[] }[] = []
  for (const frame of frames) {
    let run = runs.at(-1)
    if (run?.library !== frame.library) {
      run = { library: frame.library, frames: [], count: 0, names: [] }
      runs.push(run)
    }
    const shown = showFrame(frame, contextOf(frame))
    run.count += shown.times
    const above = run.frames.at(-1)
    if (above !== undefined && above.function === shown.function && above.place === shown.place) {
      run.frames[run.frames.length - 1] = { ...above, times: above.times + shown.times }
    } else run.frames.push(shown)
  }
  for (const run of runs) {
    const named = run.frames.some(({ module }) => module !== '')
    const names = run.frames.map(frame => (named ? frame.module : frame.function)).filter(name => name !== '')
    run.names = [...new Set(names)].slice(0, maxNamedPackages)
  }
  return runs satisfies FrameGroup[]
}

function showFrame(frame: StackFrame, context: FrameContext | undefined): DisplayedFrame {
  const { function: name = '', file, line, column, module = '', async = false, repeated = 0 } = frame
  const place = [file && shortFile(file), line, column].filter(part => part !== undefined).join(':')
  return {
    function: clipLine(name, maxNameChars),
    place: clipLine(place === '' && name === '' ? frame.raw.trim() : place, maxNameChars),
    line,
    module: clipLine(module, maxNameChars),
    isAsync: async,
    times: repeated + 1,
    context: context && shortContext(context),
  }
}

/** Without the scheme of a local file; only the end of a long path, which tells more than its beginning. */
function shortFile(file: string): string {
  const path = file.startsWith('file:///') ? file.slice('file://'.length) : file
  return path.length > maxNameChars ? `…${path.slice(-maxNameChars + 20)}` : path
}

const shortContext = ({ before, line, after }: FrameContext): FrameContext => ({
  before: before.slice(-maxContextLines).map(text => clipLine(text, maxLineChars)),
  line: clipLine(line, maxLineChars),
  after: after.slice(0, maxContextLines).map(text => clipLine(text, maxLineChars)),
})
