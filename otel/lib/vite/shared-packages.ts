import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const names = ['@opentelemetry/api', '@opentelemetry/core', '@opentelemetry/resources']

/**
 * The packages of which the browser's half uses the app's copy, so that a page loads each once whatever the installed tree looks like. Not
 * one of another major version: beside OpenTelemetry 3 our own SDK would miss exports.
 *
 * @param root The app's folder.
 */
export const sharedPackages = (root: string, ownFolder = import.meta.dirname): string[] =>
  names.filter(name => {
    const theirs = majorOf(name, root)
    return theirs === undefined || theirs === majorOf(name, ownFolder)
  })

/** Found by its folder, because newer versions do not export their package.json. */
function majorOf(name: string, from: string): string | undefined {
  const file = join(from, 'node_modules', name, 'package.json')
  if (!existsSync(file)) return dirname(from) === from ? undefined : majorOf(name, dirname(from))
  const manifest: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return manifest.version.split('.')[0]
}
