import { HOUR_MS } from '../../../store/time-units.ts'

/** The wait after each attempt: 10 s, 30 s, 2, 10 and 30 min, 2, 6 and 12 h. */
const DELAYS_S = [10, 30, 120, 600, 1_800, 7_200, 21_600, 43_200] as const

/** So many attempts in all, over not quite 21 hours. */
export const MAX_ATTEMPTS = DELAYS_S.length + 1

const MAX_RETRY_AFTER_MS = HOUR_MS

/** Desks that retry many messages at once spread them over this part of the delay. */
const JITTER = 0.2

/** An attempt that failed. */
interface FailedAttempt {
  /** Id of the message. */
  readonly message: string
  /** From 1. */
  readonly attempt: number
  /** As in `SendResult`. */
  readonly isFinal: boolean
  readonly retryAfterMs: number | undefined
}

/**
 * How long to wait after an attempt that failed, in milliseconds: equal on all desks.
 *
 * @returns `undefined` if the message is given up.
 */
export function retryDelayMs({ message, attempt, isFinal, retryAfterMs = 0 }: FailedAttempt): number | undefined {
  const delayS = DELAYS_S[attempt - 1]
  if (isFinal || delayS === undefined) return undefined
  const jitter = 1 + JITTER * fractionOf(`${message} ${attempt}`)
  return Math.max(Math.round(delayS * 1_000 * jitter), Math.min(retryAfterMs, MAX_RETRY_AFTER_MS))
}

/** Whether another attempt would have the same answer: all of the receiver's refusals but those that pass by themselves. */
export const isFinalStatus = (status: number): boolean =>
  status >= 300 && status < 500 && status !== 408 && status !== 425 && status !== 429

/** 410: the receiver is gone for good, so that its channel is turned off. */
export const isGone = (status: number): boolean => status === 410

/**
 * Reads `Retry-After`: seconds, or a date.
 *
 * @returns At most an hour; `undefined` for none or an invalid one.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function readRetryAfterMs(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? ''
  // Date.parse reads all kinds of text; a date of HTTP ends so.
  const untilMs = /^\d{1,9}$/.test(text)
    ? Number(text) * 1_000
    : / GMT$/.test(text)
      ? Date.parse(text) - nowMs
      : Number.NaN
  return Number.isNaN(untilMs) ? undefined : Math.min(Math.max(0, untilMs), MAX_RETRY_AFTER_MS)
}

/** 0 to 1, by FNV-1a. */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0) / 0xffff_ffff
}
