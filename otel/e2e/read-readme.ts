import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const readme = readFileSync(join(import.meta.dirname, '../SIGNALS.md'), 'utf8')

/** First column of a section's first table: the names in code style. */
export function listed(heading: string): string[] {
  const section = readme.split(`### ${heading}\n`)[1]?.split(/^#/m)[0] ?? ''
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name ?? '').sort()
}

/** Names in code style of the table with this first column, before the section with this heading, each with its second column if wanted. */
export function tabled(column: string, before: string, withSecond = false): string[] {
  const [above = ''] = readme.split(`### ${before}\n`)
  const table =
    above
      .slice(above.lastIndexOf(`\n| ${column} |`))
      .trimStart()
      .split('\n\n')[0] ?? ''
  return table
    .split('\n')
    .slice(2)
    .flatMap(row => {
      const [, names = '', second = ''] = row.split('|')
      return [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => (withSecond ? `${name} ${second.trim()}` : `${name}`))
    })
    .sort()
}
