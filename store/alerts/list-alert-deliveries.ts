import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-alert-deliveries.sql?raw'

export const DELIVERY_STATES = ['claimed', 'sent', 'failed', 'given up'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** A step of sending an event to a channel. */
export interface DeliveryStep {
  /** Id of the event. */
  readonly event: string
  /** Id of the channel. */
  readonly channel: string
  /** From 1. */
  readonly attempt: number
  readonly desk: string
  readonly state: DeliveryState
  /** Id of the message: equal in all attempts, and for all events that it tells. */
  readonly message: string
  /** HTTP or SMTP status; 0 for none. */
  readonly status: number
  readonly durationMs: number
  /** After a failure: until the next attempt; 0 for none. */
  readonly retryMs: number
  /** The reason of a failure, in words; '' for none. */
  readonly reason: string
  /** By the database's clock, which alone compares desks. */
  readonly atNs: Ns
}

export type NewDeliveryStep = Omit<DeliveryStep, 'atNs'>

export interface DeliveryFilter {
  /** All steps are listed of events that have a step since then. */
  readonly fromNs: Ns
  /** '' for every one. @default '' */
  readonly event?: string
  /** '' for every one. @default '' */
  readonly channel?: string
  /** 1 to 1,000,000. */
  readonly limit: number
}

/**
 * Lists steps of deliveries.
 *
 * @returns By time of the database, then by desk.
 * @throws {StoreError} Any kind.
 */
export function listAlertDeliveries(
  store: Store,
  { fromNs, event = '', channel = '', limit }: DeliveryFilter,
  signal?: AbortSignal,
): Promise<DeliveryStep[]> {
  const params = { fromNs, event, channel, limit }
  return store.query({ name: 'list-alert-deliveries', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  event: z.string(),
  channel: z.string(),
  attempt: z.number(),
  desk: z.string(),
  state: z.enum(DELIVERY_STATES),
  message: z.string(),
  status: z.number(),
  durationMs: z.number(),
  retryMs: z.number(),
  reason: z.string(),
  atNs: int64,
})
