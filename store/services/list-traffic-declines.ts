import { z } from 'zod'
import { countColumn } from '../columns.ts'
import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import { HOUR_S } from '../time-units.ts'
import { nsOfMs } from '../units.ts'
import { BUCKET_S, bucketsBefore, bucketsOfEarlierDays } from './five-minutes.ts'
import sql from './list-traffic-declines.sql?raw'

/** A service that receives a small part of its usual requests. */
export interface TrafficDecline {
  /** service.name */
  readonly service: string
  /** 15, or 60 where 15 minutes usually have too few requests. They end with the last whole five minutes. */
  readonly minutes: number
  /** Requests in these minutes. */
  readonly recent: number
  /** Requests in as many minutes at this hour of the last seven days. */
  readonly usual: number
}

/** Requests of the last minute may not be stored yet. */
const INGEST_DELAY_MS = 60_000

interface TrafficQuery extends Omit<ScopeFilter, 'release'> {
  /** Unix milliseconds. */
  readonly nowMs: number
  /** So many requests must be usual in an hour. */
  readonly leastUsual: number
  /** The part of them that is left at most. */
  readonly mostPart: number
}

/**
 * Lists the services whose requests have fallen to a part of what is usual at this hour, in the last 15 minutes or the last hour. Services that
 * are younger than two days, or that usually have too few requests, are left out.
 *
 * @returns Largest usual number first, at most 100; empty where traffic is as usual.
 * @throws {StoreError} Any kind.
 */
export function listTrafficDeclines(
  store: Store,
  { nowMs, leastUsual, mostPart, ...scope }: TrafficQuery,
  signal?: AbortSignal,
): Promise<TrafficDecline[]> {
  const toS = Math.floor((nowMs - INGEST_DELAY_MS) / 1_000 / BUCKET_S) * BUCKET_S
  const { service, environment, hidden } = scopeFilterParams(scope)
  const params = {
    toNs: nsOfMs(toS * 1_000),
    buckets: [...bucketsBefore(toS, HOUR_S), ...bucketsOfEarlierDays(toS, HOUR_S)],
    atLeast: leastUsual,
    mostPercent: Math.round(mostPart * 100),
    service,
    environment,
    hidden,
    limit: 100,
  }
  return store.query({ name: 'list-traffic-declines', sql, params, decode: row.parse }, signal)
}

const row = z.object({ service: z.string(), minutes: z.number(), recent: countColumn, usual: countColumn })
