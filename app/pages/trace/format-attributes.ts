/** Attributes as text: one a line, in alphabetical order. */
export function formatAttributes(attributes: Readonly<Record<string, string>>): string {
  const lines = Object.entries(attributes).map(([name, value]) => `${name}: ${value}\n`)
  return lines.sort().join('')
}
