import { exceptionCodecs } from '../../url/exception-filters.ts'
import { scopeCodecs, scopeParams } from '../../url/scope.ts'
import { traceCodecs } from '../../url/trace-filters.ts'

/** Where the palette can lead. */
export interface Destination {
  /** Also what tells it from the others. */
  readonly label: string
  readonly to: string
  /** What kind of place it is. */
  readonly kind: 'look up' | 'search' | 'page' | 'service'
}

const PAGES = [
  ['Overview', '/'],
  ['Exceptions', '/exceptions'],
  ['Traces', '/traces'],
  ['Noise', '/noise'],
  ['Releases', '/releases'],
  ['Pipeline', '/status'],
] as const

const MOST = 12

/**
 * What a text may mean, the likeliest first: something to look up, something that lists are searched for, a page, a service.
 *
 * @param params of the address: what all pages are about is kept
 */
export function findDestinations(
  typed: string,
  params: URLSearchParams,
  services: readonly string[],
): readonly Destination[] {
  const text = typed.trim()
  const scope = scopeParams(params)
  const within = (path: string, changes: Readonly<Record<string, string>> = {}) => {
    const next = new URLSearchParams([...scope, ...Object.entries(changes)])
    return next.size === 0 ? path : `${path}?${next}`
  }
  const named = (name: string) => name.toLowerCase().includes(text.toLowerCase())
  const pages = PAGES.filter(([label]) => named(label)).map(
    ([label, path]): Destination => ({ label, to: within(path), kind: 'page' }),
  )
  if (text === '') return pages
  const isRoute = text.startsWith('/')
  const words = { [(isRoute ? exceptionCodecs.route : exceptionCodecs.text).param]: text }
  const wordsOfTraces = { [(isRoute ? traceCodecs.route : traceCodecs.text).param]: text }
  const how = isRoute ? 'of route' : 'with'
  const searches: Destination[] = [
    { label: `Exceptions ${how} ${text}`, to: within('/exceptions', words), kind: 'search' },
    { label: `Traces ${how} ${text}`, to: within('/traces', wordsOfTraces), kind: 'search' },
  ]
  const lookUp: Destination = { label: `Look up ${text}`, to: within('/find', { q: text }), kind: 'look up' }
  const ofServices = services.filter(named).map((service): Destination => {
    const next = new URLSearchParams(scope)
    next.set(scopeCodecs.service.param, service)
    return { label: service, to: `/traces?${next}`, kind: 'service' }
  })
  const found = isRoute ? [...searches, lookUp] : [...pages, lookUp, ...searches]
  return [...found, ...ofServices].slice(0, MOST)
}
