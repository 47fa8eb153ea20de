/** One frame of a stack. Offsets are in the parsed text, in UTF-16 units. */
export interface StackFrame {
  /** The text from `start` to `end`. */
  readonly raw: string
  /** Without `async`, `new` and the `[as …]` of an alias; with its class if the language prints one. */
  readonly function?: string
  /** Path or URL as printed; absent for native and generated code. */
  readonly file?: string
  /** 1-based. */
  readonly line?: number
  /** 1-based. */
  readonly column?: number
  /** Package, module or namespace, if the language or the path has one. */
  readonly module?: string
  readonly async?: true
  /** False for the app's own code. */
  readonly library: boolean
  /** Lines of source in the text, as in a Python traceback. */
  readonly context?: FrameContext
  /** How many more times the frame occurs, if the runtime prints a count instead of the frames. */
  readonly repeated?: number
  readonly start: number
  readonly end: number
  /** Where `file:line:column` is. */
  readonly locationStart?: number
  readonly locationEnd?: number
  /** Where the function's name is. */
  readonly functionStart?: number
  readonly functionEnd?: number
}

export interface FrameContext {
  readonly before: readonly string[]
  readonly line: string
  readonly after: readonly string[]
}

/**
 * `thrown` is the caught exception; `cause` led to it; `suppressed` was thrown while it was handled; `context` was being handled, or is
 * another goroutine; `aggregated` is one of a group; `component` is a stack of React components.
 */
export type StackRelation = 'thrown' | 'cause' | 'suppressed' | 'context' | 'component' | 'aggregated'

export interface StackSection {
  readonly relation: StackRelation
  readonly type?: string
  readonly message?: string
  /** Innermost first, in every language. */
  readonly frames: readonly StackFrame[]
  /** Number of frames left out because an outer section has them, as in `... 12 more`. */
  readonly omitted?: number
  /** Where type and message are; equal if there are none. */
  readonly headStart: number
  readonly headEnd: number
}

export type StackLanguage =
  | 'javascript'
  | 'python'
  | 'java'
  | 'go'
  | 'ruby'
  | 'dotnet'
  | 'php'
  | 'rust'
  | 'elixir'
  | 'dart'
  | 'swift'

export interface ParsedStack {
  /** Absent if nothing looks like a frame. */
  readonly language?: StackLanguage
  /** The thrown section first; empty for an empty text. Heads and frames of all sections do not overlap. */
  readonly sections: readonly StackSection[]
}
