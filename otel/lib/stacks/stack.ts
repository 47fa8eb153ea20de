/** One place of a stack. Offsets are of the text that was parsed, in UTF-16 units. */
export interface StackFrame {
  /** As it stands: the text from `start` to `end`. */
  readonly raw: string
  /** Without `async`, `new` and the `[as …]` of an alias; with its class where the language prints one. */
  readonly function?: string
  /** Path or URL as printed; absent for native and generated code. */
  readonly file?: string
  /** 1-based. */
  readonly line?: number
  /** 1-based. */
  readonly column?: number
  /** Package, module or namespace, where the language or the path has one. */
  readonly module?: string
  readonly async?: true
  /** False where it is code of the app itself. */
  readonly library: boolean
  /** Lines of source that stand in the text, as in a Python traceback. */
  readonly context?: FrameContext
  /** How many times more the runtime says that it stands there, instead of printing it. */
  readonly repeated?: number
  readonly start: number
  readonly end: number
  /** Where `file:line:column` stands. */
  readonly locationStart?: number
  readonly locationEnd?: number
  /** Where the function's name stands. */
  readonly functionStart?: number
  readonly functionEnd?: number
}

export interface FrameContext {
  readonly before: readonly string[]
  readonly line: string
  readonly after: readonly string[]
}

/**
 * `thrown` is what was caught; `cause` led to it; `suppressed` was thrown on the way; `context` was being handled, or is another
 * goroutine; `aggregated` is one of a group; `component` is a stack of React components.
 */
export type StackRelation = 'thrown' | 'cause' | 'suppressed' | 'context' | 'component' | 'aggregated'

export interface StackSection {
  readonly relation: StackRelation
  readonly type?: string
  readonly message?: string
  /** The thrown place first, in every language. */
  readonly frames: readonly StackFrame[]
  /** Frames that the runtime left out because an outer section has them, as in `... 12 more`. */
  readonly omitted?: number
  /** Where type and message stand; equal where they stand nowhere. */
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
  /** Absent where nothing looks like a frame. */
  readonly language?: StackLanguage
  /** What was thrown first; empty for an empty text. Heads and frames of all sections do not overlap. */
  readonly sections: readonly StackSection[]
}
