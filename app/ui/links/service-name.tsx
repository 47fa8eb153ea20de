import { createContext, useContext } from 'react'

/** How many series tokens.css has. */
export const SERVICE_COLOUR_COUNT = 12

/** The colours of all services of the last days, so that a service has the same one on every page. */
export const ServiceColours = createContext<ReadonlyMap<string, number>>(new Map())

/** A service's name with its colour. */
export function ServiceName({ name }: { readonly name: string }) {
  return <span className={`service ${useSeriesClass(name)}`}>{name === '' ? 'unnamed service' : name}</span>
}

/**
 * The class that sets `--colour` to that of a service; '' for one without a name, which is grey as none of the others.
 * A style attribute would do nothing: the policy of the pages forbids it.
 */
export function useSeriesClass(service: string): string {
  const classOf = useSeriesClasses()
  return service === '' ? '' : classOf(service)
}

/** The same for several services. */
export function useSeriesClasses() {
  const colours = useContext(ServiceColours)
  return (service: string) => seriesClass(colours.get(service) ?? hashColour(service))
}

/** Gives each service a different colour, as long as there are any: that of its hash, or else the next free one. */
export function assignServiceColours(services: Iterable<string>): ReadonlyMap<string, number> {
  const colours = new Map<string, number>()
  const taken = new Set<number>()
  for (const name of [...new Set(services)].sort()) {
    let colour = hashColour(name)
    for (let tries = 0; taken.has(colour) && tries < SERVICE_COLOUR_COUNT; tries += 1)
      colour = (colour + 1) % SERVICE_COLOUR_COUNT
    taken.add(colour)
    colours.set(name, colour)
  }
  return colours
}

export const seriesClass = (colour: number) => `series-${colour}` as const

function hashColour(name: string): number {
  let hash = 7
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003
  return hash % SERVICE_COLOUR_COUNT
}
