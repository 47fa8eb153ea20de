import type { ParamCodecs } from '../../url/codec.ts'
import { type Scope, scopeCodecs } from '../../url/scope.ts'
import { nameCodec } from '../../url/text-codecs.ts'
import { readFiltersAndRange } from '../../url/time-range.ts'

/** How a release is shown; the scope is kept. */
interface ReleaseFilters extends Scope {
  /** The earlier release that it is compared with; '' for the page's choice. */
  readonly than: string
}

export const releaseCodecs: ParamCodecs<ReleaseFilters> = { ...scopeCodecs, than: nameCodec('than') }

/** @param nowMs Unix milliseconds */
export function readReleaseFilters(params: URLSearchParams, nowMs: number) {
  return readFiltersAndRange(releaseCodecs, params, nowMs)
}
