import { randomBytes } from 'node:crypto'
import { LIMITS, type Limits } from './limits.ts'
import type { Json, JsonObject } from './sources.ts'
import { writeText } from './write-text.ts'

/** Notes what is left out, and which call gets it; to be put where it would be. */
export type LeaveOut = (what: string, more: string) => JsonObject

/** An answer in whatever size is asked for. */
export interface Draft {
  write(limits: Limits, leaveOut: LeaveOut): JsonObject
  /** Calls that lead on. */
  readonly next?: readonly string[]
}

export interface Answer {
  /** The truth. */
  readonly structured: JsonObject
  /** The same as text. */
  readonly text: string
}

export const DEFAULT_MAX_CHARS = 20_000
export const MOST_CHARS = 40_000
/** Anything fits into it. */
export const LEAST_CHARS = 6_000

/**
 * Writes the longest answer of at most so many characters, both as JSON and as text. What is left out is said where it would be and once more
 * at the end, with the call that gets it.
 */
export function writeAnswer({ write, next = [] }: Draft, maxChars = DEFAULT_MAX_CHARS): Answer {
  let shortest: Answer | undefined
  for (const limits of LIMITS) {
    const leftOut: Json[] = []
    const fields = write(limits, (what, more) => {
      if (leftOut.length < MAX_LEFT_OUT) leftOut.push({ what, more })
      return { left_out_here: `${what}; ${more}` }
    })
    const structured = {
      ...fields,
      ...(next.length > 0 && { next: [...next] }),
      ...(leftOut.length > 0 && { left_out: leftOut }),
    }
    const json = JSON.stringify(structured)
    shortest = { structured, text: writeText(structured, drawMark(json)) }
    if (json.length <= maxChars && shortest.text.length <= maxChars) return shortest
  }
  throw new Error(`The shortest answer has ${shortest?.text.length} characters, more than ${maxChars}.`)
}

const MAX_LEFT_OUT = 12

/** 64 random bits that the answer does not have. */
function drawMark(json: string): string {
  for (;;) {
    const mark = randomBytes(8).toString('hex')
    if (!json.includes(mark)) return mark
  }
}
