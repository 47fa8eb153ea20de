import { showText } from './show-text.ts'

/** A name and its value; one whose value is empty is left out. */
export type Fact = readonly [name: string, value: string]

/** Lays out facts, one a line, values below each other. */
export function layFacts(facts: readonly Fact[]): string {
  const told = facts.filter(([, value]) => value !== '')
  const width = Math.max(0, ...told.map(([name]) => name.length))
  return told.map(([name, value]) => `${name.padEnd(width)}  ${showText(value)}`).join('\n')
}
