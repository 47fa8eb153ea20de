import { originalPositionFor, sourceContentFor } from '@jridgewell/trace-mapping'
import type { ClassNames } from '../../maps/class-names.ts'
import { functionAt } from '../../maps/function-table.ts'
import { parseStack } from '../../stacks/parse-stack.ts'
import type { StackFrame } from '../../stacks/stack.ts'
import type { ReadyMap } from './map-cache.ts'

/** A frame's place in the source, with the surrounding lines. */
export interface FrameSource {
  readonly file: string
  /** From 1, as the column. */
  readonly line: number
  readonly column: number
  /** '' outside of every named function. */
  readonly function: string
  readonly context: { readonly before: readonly string[]; readonly line: string; readonly after: readonly string[] }
}

export interface MappedStack {
  readonly text: string
  /** Frames of the app's own scripts, and how many of them are mapped. */
  readonly own: number
  readonly mapped: number
  /** By frame, section by section; null without in-app source to show. */
  readonly context: readonly (FrameSource | null)[]
  /** Classes of its scripts, innermost frame first where two have the same name. */
  readonly classes: ClassNames
}

/** The map of a frame's script, `own` if an in-app script has none, or `foreign`. */
export type FindMap = (file: string) => ReadyMap | 'own' | 'foreign'

const maxFrames = 200
/** Of the first frame with source, where the failure is, and of the others. */
const contextLinesPerSide = { first: 5, others: 2 }
const maxLineChars = 200

/**
 * Rewrites a stack with source positions: file, line, column and function of every frame whose script has a map. Everything else stays, in
 * the browser's own format.
 */
export function mapStack(text: string, mapOf: FindMap): MappedStack {
  const frames = parseStack(text).sections.flatMap(section => section.frames)
  const context: (FrameSource | null)[] = []
  const changes: { frame: StackFrame; line: string }[] = []
  let classes: ClassNames = {}
  let own = 0
  for (const [index, frame] of frames.entries()) {
    const perSide = context.some(Boolean) ? contextLinesPerSide.others : contextLinesPerSide.first
    const source = index < maxFrames ? tryToResolveFrame(frame, { text, perSide }, mapOf) : 'foreign'
    if (source !== 'foreign') own++
    if (typeof source !== 'string') {
      changes.push({ frame, line: source.line })
      classes = { ...source.classes, ...classes }
    }
    context.push(typeof source === 'string' || source.isLibrary ? null : source.shown)
  }
  changes.sort((a, b) => a.frame.start - b.frame.start)
  let mapped = ''
  let end = 0
  for (const { frame, line } of changes) {
    mapped += text.slice(end, frame.start) + line
    end = frame.end
  }
  return { text: mapped + text.slice(end), own, mapped: changes.length, context, classes }
}

/** Anybody may upload a map, whose mappings may name what it does not have: the frame then stays as it is. */
function tryToResolveFrame(...args: Parameters<typeof resolveFrame>) {
  try {
    const [frame, { text }] = args
    const source = resolveFrame(...args)
    return typeof source === 'string' ? source : { ...source, line: formatResolvedFrame(frame, text, source) }
  } catch {
    return 'own'
  }
}

interface ResolvedFrame {
  readonly shown: FrameSource
  readonly isLibrary: boolean
  readonly classes: ClassNames
}

function resolveFrame(
  frame: StackFrame,
  { text, perSide }: { readonly text: string; readonly perSide: number },
  mapOf: FindMap,
): ResolvedFrame | 'own' | 'foreign' {
  const { file, line, column, locationStart, locationEnd } = frame
  if (file === undefined || line === undefined || column === undefined) return 'foreign'
  if (text.slice(locationStart, locationEnd) !== `${file}:${line}:${column}`) return 'foreign'
  const map = mapOf(file)
  if (typeof map === 'string') return map
  if (line < 1 || column < 1) return 'own'
  const at = originalPositionFor(map.trace, { line, column: column - 1 })
  if (at.source === null) return 'own'
  const index = map.trace.resolvedSources.indexOf(at.source)
  const table = map.functions[index]
  const name = table ? functionAt(table, at.line - 1, at.column) : ''
  const context = contextLinesAt(sourceContentFor(map.trace, at.source) ?? '', at.line, perSide)
  return {
    // Names of modules made up by a bundler start with a zero byte.
    shown: { file: at.source.replace(/[\s\0]/g, '_'), line: at.line, column: at.column + 1, function: name, context },
    isLibrary: /(?:^|\/)node_modules\//.test(at.source) || (map.trace.ignoreList?.includes(index) ?? false),
    classes: map.classes,
  }
}

/** The frame's line in its own browser's form: V8 puts the place in brackets, others put it behind an @. */
function formatResolvedFrame(
  { start, end, locationStart, locationEnd, async }: StackFrame,
  text: string,
  { shown }: ResolvedFrame,
): string {
  const original = text.slice(start, end)
  const indent = /^\s*/.exec(original)?.[0] ?? ''
  const place = `${shown.file}:${shown.line}:${shown.column}`
  // Evaluated code has the position of its caller: the line has both.
  const rest = text.slice(locationEnd, end)
  if (rest !== '' && rest !== ')') return `${text.slice(start, locationStart)}${place}${rest}`
  const name = shown.function.replace(/[\s()@]+/g, '_')
  if (!original.startsWith('at ', indent.length)) return `${indent}${async ? 'async*' : ''}${name}@${place}`
  return `${indent}at ${async ? 'async ' : ''}${name === '' ? place : `${name} (${place})`}`
}

/** @param row From 1. */
function contextLinesAt(source: string, row: number, perSide: number): FrameSource['context'] {
  const before: string[] = []
  const after: string[] = []
  let line = ''
  let from = 0
  for (let at = 1; at <= row + perSide && from <= source.length; at++) {
    const newline = source.indexOf('\n', from)
    const to = newline === -1 ? source.length : newline
    if (at >= row - perSide) {
      const shown = source.slice(from, Math.min(to, from + maxLineChars)).replace(/\r$/, '')
      if (at === row) line = shown
      else if (at < row) before.push(shown)
      else after.push(shown)
    }
    from = to + 1
  }
  return { before, line, after }
}
