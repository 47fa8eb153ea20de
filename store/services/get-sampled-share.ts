import { z } from 'zod'
import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './get-sampled-share.sql?raw'
import { readSampledShare } from './read-sampled-share.ts'

interface SampledShareQuery extends ScopeFilter {
  readonly range: TimeRange
  readonly service: string
}

/**
 * Reads which share of its traces a service sends, as most of its spans tell. Samplers without consistent probabilities do not tell.
 *
 * @returns from 2 ** -56 to 1; 1 if nothing tells of sampling
 * @throws {StoreError} Any kind.
 */
export async function getSampledShare(
  store: Store,
  { range, ...scope }: SampledShareQuery,
  signal?: AbortSignal,
): Promise<number> {
  const { service, environment, release } = scopeFilterParams(scope)
  const params = { fromNs: range.from, toNs: range.to, service, environment, release, limit: 1 }
  const [most] = await store.query({ name: 'get-sampled-share', sql, params, decode: row.parse }, signal)
  return readSampledShare(most?.threshold ?? '')
}

const row = z.object({ threshold: z.string() })
