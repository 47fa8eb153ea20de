const COLOURS = 8

/** A service's name with its colour, the same on every page. */
export function ServiceName({ name, slot = serviceColour(name) }: { readonly name: string; readonly slot?: number }) {
  return <span className={`service ${seriesClass(slot)}`}>{name === '' ? 'unnamed service' : name}</span>
}

/** Gives each service of one picture a colour of its own as long as there are any: the one it has elsewhere, or else the next free one. */
export function serviceColours(names: Iterable<string>): ReadonlyMap<string, number> {
  const slots = new Map<string, number>()
  const taken = new Set<number>()
  for (const name of [...new Set(names)].sort()) {
    let slot = serviceColour(name)
    for (let tries = 0; taken.has(slot) && tries < COLOURS; tries += 1) slot = (slot + 1) % COLOURS
    taken.add(slot)
    slots.set(name, slot)
  }
  return slots
}

/** The class that sets `--colour` for a slot. A style attribute would do nothing: the policy of the pages forbids it. */
export function seriesClass(slot: number): string {
  return `series-${slot}`
}

/** The slot of a service's colour where no picture has given it another. */
export function serviceColour(name: string): number {
  let hash = 7
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003
  return hash % COLOURS
}
