import { type ParamCodecs, writeFilters } from './codec.ts'
import { choiceCodec, flagCodec, nameCodec } from './text-codecs.ts'
import { readFiltersAndRange, type TimeFilters, timeCodecs } from './time-range.ts'
import { typedRangeCodec } from './typed-range-codec.ts'

/** The scope of every page: chosen in the header, and kept in the URL across pages. `''` means any. */
export interface Scope extends TimeFilters {
  readonly service: string
  /** deployment.environment.name */
  readonly environment: string
  /** service.version */
  readonly release: string
  /** Beside the same time before. */
  readonly compare: boolean
  /** Includes Errata's own traffic. */
  readonly own: boolean
  /** How often a page about a time that goes on is loaded again. */
  readonly refresh: RefreshInterval
  /** Always empty: see {@link typedRangeCodec}. */
  readonly typedRange: ''
}

export type RefreshInterval = 'off' | '10s' | '1m'

export const REFRESH_INTERVAL_S: Readonly<Record<RefreshInterval, number>> = { off: 0, '10s': 10, '1m': 60 }

export const scopeCodecs: ParamCodecs<Scope> = {
  ...timeCodecs,
  environment: nameCodec('env'),
  service: nameCodec('service'),
  release: nameCodec('release'),
  compare: flagCodec('compare'),
  own: flagCodec('own'),
  refresh: choiceCodec<RefreshInterval>('refresh', ['off', '10s', '1m']),
  typedRange: typedRangeCodec,
}

/** @param nowMs Unix milliseconds */
export function readScope(params: URLSearchParams, nowMs: number) {
  return readFiltersAndRange(scopeCodecs, params, nowMs)
}

/** The part of an address that is its scope, faulty or not. */
export function scopeParams(params: URLSearchParams): URLSearchParams {
  const kept = new Set(Object.values(scopeCodecs).map(({ param }) => param))
  return new URLSearchParams([...params].filter(([name]) => kept.has(name)))
}

/** A link in the current scope, except for its own parameters. */
export function scopedPath(to: string, params: URLSearchParams): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(to) ?? []
  const own = new URLSearchParams(query)
  const kept = new URLSearchParams([...scopeParams(params)].filter(([name]) => !own.has(name)))
  if (kept.size === 0) return to
  return `${path}?${query === '' ? '' : `${query}&`}${kept}${hash}`
}

/** `?…` of a scope; `''` for the default. */
export function writeScope(scope: Partial<Scope>): string {
  return writeFilters(scopeCodecs, scope)
}

/** Services that only test the pipeline (server/canary/). */
export const CANARY_SERVICES: readonly string[] = ['errata-canary', 'errata-check']

/** Services that a page hides: Errata's own, unless they were requested; canaries and probes, unless one was requested by name. */
export function excludedServices({ own, service }: Pick<Scope, 'own' | 'service'>, ownServices: readonly string[]) {
  if (ownServices.includes(service)) return []
  return own ? CANARY_SERVICES : ownServices
}
