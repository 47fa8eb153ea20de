import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { copyrightLines, identifyLicence, readLicence } from './licence-texts.ts'
import { type LockFile, listShippedPackages } from './lock-file.ts'

/** A module that a program of Go was linked from. */
export interface GoModule {
  readonly path: string
  /** With the v in front. */
  readonly version: string
}

/** A library within chDB's, as `system.licenses` of the engine has it. */
export interface EngineLibrary {
  readonly library_name: string
  readonly license_type: string
}

const heading = (title: string) => `\n${'='.repeat(120)}\n${title}\n${'='.repeat(120)}\n`

/** The headings of the parts, one for each kind of things. */
export const TITLES = {
  npm: "npm: in the image, in what pages load, or installed by npm start. The text of each licence is in the package's folder.",
  go: 'Go: modules of the Collector, as built from collector/builder-config.yaml. The official release has them and more.',
  engine:
    "C++ and Rust: libraries within libchdb, ClickHouse's own. SELECT license_text FROM system.licenses has the texts.",
} as const

/** Packages by licence, each with its version and, unless it is for some systems only, the lines that say who has the rights. */
export function describePackages(lock: LockFile, root: string): string {
  const lines = listShippedPackages(lock).map(({ name, path, entry }) => ({
    licence: entry.license ?? 'unknown',
    lines: [
      `  ${name} ${entry.version ?? ''}`,
      ...(entry.os === undefined ? copyrightLines(readLicence(join(root, path))).map(line => `      ${line}`) : []),
    ],
  }))
  return `${heading(TITLES.npm)}${byLicence(lines)}`
}

/** Modules by licence, as their sources in Go's module cache have them. */
export function describeModules(modules: readonly GoModule[]): string {
  const cache = execFileSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).trim()
  const lines = modules.map(({ path, version }) => {
    const text = readLicence(
      join(
        cache,
        `${path}@${version}`.replaceAll(/[A-Z]/g, letter => `!${letter.toLowerCase()}`),
      ),
    )
    return {
      licence: identifyLicence(text) ?? 'unknown',
      lines: [`  ${path} ${version}`, ...copyrightLines(text).map(line => `      ${line}`)],
    }
  })
  return `${heading(TITLES.go)}${byLicence(lines)}`
}

export function describeEngine(libraries: readonly EngineLibrary[]): string {
  const names = Map.groupBy(libraries, ({ license_type: licence }) => licence)
  const lines = [...names].map(([licence, of]) => ({
    licence,
    lines: wrap([...new Set(of.map(({ library_name: name }) => name))].toSorted(), 116),
  }))
  return `${heading(TITLES.engine)}${byLicence(lines)}`
}

/** The modules of a binary that Go has built, in its order. */
export function listGoModules(binary: string): GoModule[] {
  const printed = execFileSync('go', ['version', '-m', binary], { encoding: 'utf8' })
  return [...printed.matchAll(/^\tdep\t(\S+)\t(\S+)/gm)].map(([, path = '', version = '']) => ({ path, version }))
}

function byLicence(things: readonly { licence: string; lines: readonly string[] }[]): string {
  const groups = [...Map.groupBy(things, ({ licence }) => licence)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return groups.map(([licence, of]) => `\n${licence}\n${of.flatMap(({ lines }) => lines).join('\n')}\n`).join('')
}

function wrap(words: readonly string[], columns: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length + 2 > columns) lines.push(`  ${word}`)
    else lines[lines.length - 1] = `${last}, ${word}`
  }
  return lines
}
