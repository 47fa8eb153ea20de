import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a name stands for; each kind has names of its own. */
export type NameKind = 'function' | 'table' | 'format'

/** What names.txt says of a name. `unknown` is refused as well. */
export type Verdict = 'allowed' | 'unknown' | { readonly refused: string }

/** Suffixes of aggregate functions, as in `sumIf`; harmless as they are. */
export const COMBINATORS = [
  ...['SimpleState', 'OrDefault', 'Distinct', 'Resample', 'ForEach', 'ArgMax', 'ArgMin', 'OrNull'],
  ...['Tuple', 'Merge', 'State', 'Array', 'Null', 'Map', 'If'],
]

/** Lower-case name → verdict, for each kind. */
const names: Readonly<Record<NameKind, Map<string, Verdict>>> = {
  function: new Map(),
  table: new Map(),
  format: new Map(),
}
const aggregates = new Set<string>()
readNames()

/** Judges a function (an operator's and an aggregate one with its combinators too), what is called in the place of a table, or a format. */
export function judgeName(kind: NameKind, name: string): Verdict {
  const known = names[kind].get(name.toLowerCase())
  if (known !== undefined) return known
  return kind === 'function' && isCombined(name) ? 'allowed' : 'unknown'
}

function isCombined(name: string): boolean {
  const suffix = COMBINATORS.find(end => name.length > end.length && name.endsWith(end))
  if (suffix === undefined) return false
  const base = name.slice(0, -suffix.length)
  return aggregates.has(base.toLowerCase()) || isCombined(base)
}

/** A heading says what the names under it are: `allowed KIND:`, or `refused KIND, REASON:`; an empty line ends them. */
function readNames(): void {
  const text = readFileSync(join(import.meta.dirname, 'names.txt'), 'utf8')
  const sections = text.matchAll(/^(?:allowed|refused) (aggregate )?(function|table|format)(?:, (.*))?:\n((?:.+\n)+)/gm)
  for (const [section, aggregate, kind, reason, list = ''] of sections) {
    const of = names[kind === 'table' || kind === 'format' ? kind : 'function']
    const verdict: Verdict = section.startsWith('refused') ? { refused: reason ?? '' } : 'allowed'
    for (const name of list.trim().toLowerCase().split(/\s/)) {
      of.set(name, verdict)
      if (aggregate !== undefined) aggregates.add(name)
    }
  }
}
