import { createContext, type ReactNode, useContext, useMemo } from 'react'

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
export const assignServiceColours = (services: Iterable<string>) => distinguishColours(services, new Map())

/**
 * The colours of services that are shown together: those that they have everywhere, except that of two with one colour the later gets another, as
 * long as there are any. More services than colours are told apart by their names.
 */
export function distinguishColours(
  services: Iterable<string>,
  everywhere: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const colours = new Map(everywhere)
  const taken = new Set<number>()
  for (const name of [...new Set(services)].sort()) {
    let colour = everywhere.get(name) ?? hashColour(name)
    for (let tries = 0; taken.has(colour) && tries < SERVICE_COLOUR_COUNT; tries += 1)
      colour = (colour + 1) % SERVICE_COLOUR_COUNT
    taken.add(colour)
    colours.set(name, colour)
  }
  return colours
}

interface DistinctColoursProps {
  /** Of all services that are shown within. */
  readonly of: readonly { readonly service: string }[]
  readonly children: ReactNode
}

/** Around a waterfall: services in it differ in colour. */
export function DistinctColours({ of, children }: DistinctColoursProps) {
  const everywhere = useContext(ServiceColours)
  const colours = useMemo(
    () =>
      distinguishColours(
        of.map(({ service }) => service),
        everywhere,
      ),
    [of, everywhere],
  )
  return <ServiceColours value={colours}>{children}</ServiceColours>
}

export const seriesClass = (colour: number) => `series-${colour}` as const

function hashColour(name: string): number {
  let hash = 7
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003
  return hash % SERVICE_COLOUR_COUNT
}
