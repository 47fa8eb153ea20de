import { createHash } from 'node:crypto'
import { relative, resolve, sep } from 'node:path'
import type { EncodedSourceMap } from '@jridgewell/trace-mapping'
import { classesField, classNames } from '../maps/class-names.ts'
import { type FunctionTable, functionsField, functionTable } from '../maps/function-table.ts'
import type { FunctionCache } from './function-cache.ts'

interface SourceMap extends EncodedSourceMap {
  readonly version: 3
}

/** Languages that the bundler's parser supports. */
type Language = 'ts' | 'tsx' | 'jsx'

const languages: Readonly<Record<string, Language>> = {
  ts: 'ts',
  mts: 'ts',
  cts: 'ts',
  tsx: 'tsx',
  js: 'jsx',
  mjs: 'jsx',
  cjs: 'jsx',
  jsx: 'jsx',
}

/**
 * A bundler's source map with paths relative to the project, with the functions of each source, and with the classes of the script.
 *
 * @param from Folder of the script, to which the map's own paths are relative.
 */
export function describeMap(
  text: string,
  script: string,
  { from, root, functions }: { readonly from: string; readonly root: string; readonly functions: FunctionCache },
  parse: (source: string, language: Language) => unknown,
): object {
  const map: SourceMap = JSON.parse(text)
  const sources = map.sources.map(source => (source === null ? null : projectPath(source, from, root)))
  const tables = sources.map((source, index) => tableOf(source, map.sourcesContent?.[index], functions, parse))
  return { ...map, sources, [functionsField]: tables, [classesField]: classNames(script, map) }
}

/** Gives a script and its map an id derived from their contents, so that equal builds have equal ids. */
export function nameByDebugId(fileName: string, code: string, map: object) {
  const text = JSON.stringify(map)
  // Includes the name: scripts with the same text from different sources would share an id.
  const hash = createHash('sha256')
    .update(JSON.stringify([fileName, code]))
    .update(text)
    .digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80 // version 8 and variant of RFC 9562
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const debugId = hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return {
    debugId,
    code: `${code.trimEnd()}\n//# debugId=${debugId}\n`,
    // Several tools read the second field.
    text: `${text.slice(0, -1)},"debugId":"${debugId}","debug_id":"${debugId}"}`,
  }
}

export const posix = (path: string) => path.split(sep).join('/')

/** Without suffixes that bundlers append to a path: a route module of React Router has `?route-chunk=…`. */
function projectPath(source: string, from: string, root: string): string {
  if (/^\0|^[a-z][a-z+.-]+:/i.test(source)) return source
  return posix(relative(root, resolve(from, source.replace(/\?.*$/, ''))))
}

function tableOf(
  path: string | null,
  source: string | null | undefined,
  functions: FunctionCache,
  parse: (source: string, language: Language) => unknown,
): FunctionTable | null {
  const language = languages[/\.([cm]?[jt]sx?)$/.exec(path ?? '')?.[1] ?? '']
  if (language === undefined || typeof source !== 'string') return null
  return functions.get(`${language} ${source}`, () => readFunctions(source, language, parse))
}

function readFunctions(
  source: string,
  language: Language,
  parse: (source: string, language: Language) => unknown,
): FunctionTable | null {
  try {
    return functionTable(source, parse(source, language))
  } catch {
    return null // another language, despite its file name: its frames have no names
  }
}
