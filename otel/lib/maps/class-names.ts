import { type EncodedSourceMap, originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping'

/**
 * Names in the source of a script's classes, by those that a minifier gave them: the type of an error is the name of its class, which is in
 * no map.
 */
export type ClassNames = Readonly<Record<string, string>>

/** Name of a map's field with them. ECMA-426 reserves `x_` for extensions. */
export const classesField = 'x_errata_classes'

/** Classes derived from another, as errors are: with the variable that names a class without a name. */
const derivedClassPattern = /(?:([\w$]+)\s*=\s*)?\bclass(?:\s+([\w$]+))?\s+extends\b/g
const declaredClassPattern = /^(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\s+(?!extends\b)([\w$]+)/
const assignedVariable = /([\w$]+)\s*(?::[^=]*)?=\s*$/

/** @param map The map of the script, with its sources. */
export function classNames(script: string, map: EncodedSourceMap): ClassNames {
  const names: Record<string, string> = {}
  let trace: TraceMap | undefined
  for (const { 0: text, 1: variable, 2: name = variable, index } of script.matchAll(derivedClassPattern)) {
    trace ??= new TraceMap(map)
    const original = originalName(trace, script, index + text.lastIndexOf('class'))
    if (name !== undefined && original !== undefined && original !== name) names[name] = original
  }
  return names
}

function originalName(trace: TraceMap, script: string, offset: number): string | undefined {
  const before = script.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  const at = originalPositionFor(trace, { line: before.split('\n').length, column: offset - lineStart })
  if (at.source === null) return undefined
  const line = sourceContentFor(trace, at.source)?.split('\n')[at.line - 1] ?? ''
  return declaredClassPattern.exec(line.slice(at.column))?.[1] ?? assignedVariable.exec(line.slice(0, at.column))?.[1]
}
