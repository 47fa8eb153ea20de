import { z } from 'zod'
import { SILENCE_FIELD_NAMES } from '../url/alert-address.ts'

const matcher = z.string().max(300).default('')

/** While it lasts, what meets all its matchers is not sent; '' meets everything. At least one is given. */
export const silenceSchema = z
  .object({
    rule: matcher,
    service: matcher,
    environment: matcher,
    release: matcher,
    operation: matcher,
    issue: matcher,
    /** Unix milliseconds. */
    fromMs: z.number().int().nonnegative(),
    untilMs: z.number().int().nonnegative(),
    why: z.string().trim().max(300).default(''),
  })
  .refine(({ fromMs, untilMs }) => fromMs < untilMs, 'A silence ends after it begins.')

export type Silence = z.output<typeof silenceSchema>
export type KnownSilence = Silence & { readonly id: string }

/** A silence that must be lifted by somebody is forgotten: every one ends by itself. */
export const MAX_SILENCE_DAYS = 90

/** A silence that somebody ends now. */
export const endSilence = (silence: Silence, nowMs: number): Silence => ({
  ...silence,
  untilMs: Math.max(nowMs, silence.fromMs + 1),
})

/** The fields of an event that a silence can match. */
export interface Silenceable {
  readonly rule: string
  readonly service: string
  readonly environment: string
  readonly release: string
  readonly operation: string
  /** '' if it is not about an issue. */
  readonly issue: string
}

/** The silence that an event falls under at a time; `undefined` for none. */
export function findSilence(
  silences: readonly KnownSilence[],
  event: Silenceable,
  nowMs: number,
): KnownSilence | undefined {
  return silences.find(
    silence =>
      silence.fromMs <= nowMs &&
      nowMs < silence.untilMs &&
      SILENCE_FIELD_NAMES.every(field => silence[field] === '' || silence[field] === event[field]),
  )
}
