import type { SourceMapSummary } from '../../../store/source-maps/list-source-maps.ts'

/**
 * Names under which a script's map may have been uploaded, longest first: a build knows neither the origin nor the folder where it is
 * deployed.
 */
export function candidateScriptNames(file: string): string[] {
  const parts = pathOf(file)
    .split(/[\\/]/)
    .filter(part => part !== '' && part !== '.')
    .slice(-maxDepth)
  return /\.[cm]?js$/.test(parts.at(-1) ?? '') ? parts.map((_, i) => parts.slice(i).join('/')) : []
}

const maxDepth = 8

function pathOf(file: string): string {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(file)) return /^[a-z]{2,}:/i.test(file) ? '' : file
  if (!URL.canParse(file)) return ''
  const { protocol, pathname } = new URL(file)
  return ['http:', 'https:', 'file:'].includes(protocol) ? pathname : ''
}

/**
 * Chooses the map of a script: the one of its release with the longest name. Maps of other releases only for names with a content hash,
 * which makes the scripts equal; otherwise the lines would be wrong.
 *
 * @param listed By script, then newest first.
 */
export function chooseSourceMap(
  file: string,
  release: string,
  listed: readonly SourceMapSummary[],
): SourceMapSummary | undefined {
  const names = candidateScriptNames(file)
  const fitting = names.flatMap(name => listed.filter(({ script }) => script === name))
  const ofRelease = fitting.filter(map => map.release === release)
  // Maps of the service itself take precedence over maps for all services.
  const chosen = ofRelease.find(({ service }) => service !== '') ?? ofRelease[0]
  return chosen ?? (isHashed(names.at(-1) ?? '') ? fitting[0] : undefined)
}

/** `index-DkJ3a1_x.js`, `main.1a2b3c4d.chunk.js`: has a part of at least eight characters that is not a word. */
function isHashed(name: string): boolean {
  const parts = name.slice(0, name.lastIndexOf('.')).split('.')
  return parts.some((part, i) => {
    const last = i === 0 ? /-([\w-]{8,})$/.exec(part)?.[1]?.slice(-8) : part
    return last !== undefined && last.length >= 8 && (/\d/.test(last) || (/[a-z]/.test(last) && /[A-Z]/.test(last)))
  })
}
