import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { REPOSITORY_DIR } from './list-files.ts'

export interface Import {
  /** As written. */
  readonly specifier: string
  /** Type-only imports leave nothing at run time. */
  readonly isType: boolean
  /** True for `import()`. */
  readonly isDynamic: boolean
}

const declarations =
  /^\s*(?:import|export)\s+(?<type>type\b)?[^'"]*?from\s+['"](?<from>[^'"]+)['"]|(?<typeof>\btypeof )?\bimport\(\s*['"](?<dynamic>[^'"]+)['"]\s*\)|^import\s+['"](?<bare>[^'"]+)['"]/gm

/** All imports of a file, in text order. */
export function listImports(file: string): Import[] {
  return [...readFileSync(join(REPOSITORY_DIR, file), 'utf8').matchAll(declarations)].map(({ groups = {} }) => ({
    specifier: groups['from'] ?? groups['dynamic'] ?? groups['bare'] ?? '',
    isType: groups['type'] !== undefined || groups['typeof'] !== undefined,
    isDynamic: groups['dynamic'] !== undefined,
  }))
}

/** The path from the root for a relative specifier. */
export const resolveImport = (file: string, specifier: string) =>
  relative(REPOSITORY_DIR, join(REPOSITORY_DIR, dirname(file), specifier))
