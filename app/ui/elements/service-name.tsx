const COLOURS = 8

/** A service's name with its colour, the same on every page. */
export function ServiceName({
  name,
  colour = serviceColour(name),
}: {
  readonly name: string
  readonly colour?: number
}) {
  return <span className={`service ${seriesClass(colour)}`}>{name === '' ? 'unnamed service' : name}</span>
}

/** Gives each service of a page a different colour, as long as there are any: its usual one, or else the next free one. */
export function serviceColours(names: Iterable<string>): ReadonlyMap<string, number> {
  const colours = new Map<string, number>()
  const taken = new Set<number>()
  for (const name of [...new Set(names)].sort()) {
    let colour = serviceColour(name)
    for (let tries = 0; taken.has(colour) && tries < COLOURS; tries += 1) colour = (colour + 1) % COLOURS
    taken.add(colour)
    colours.set(name, colour)
  }
  return colours
}

/** The class that sets `--colour`. The content security policy forbids a style attribute. */
export function seriesClass(colour: number): string {
  return `series-${colour}`
}

/** The usual colour of a service. */
export function serviceColour(name: string): number {
  let hash = 7
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003
  return hash % COLOURS
}
