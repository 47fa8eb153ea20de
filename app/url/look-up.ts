import { encodePathSegment } from './path-segment.ts'
import { guessIds, type ReadIds, readIds } from './read-ids.ts'

/** A text typed into the look-up box. */
export interface ParsedLookUp {
  /** Trimmed. */
  readonly text: string
  /** 32 hex digits, if it has the id of a trace, see {@link readIds}. */
  readonly traceId: string | undefined
  /** 16 hex digits, likewise of a span. */
  readonly spanId: string | undefined
  /** Ids that it may be, if there is such a trace or span. */
  readonly guessed: ReadIds
  /** Possible digests: first as typed, since another sender's may have any form; then in our spelling. */
  readonly digests: readonly string[]
  /** The last of these, if it looks like one of our digests and is neither a word nor a number. */
  readonly ownDigest: string | undefined
}

/** One of ours: ten of Crockford's letters and digits. With at least one digit and one letter it is neither a word nor a number. */
const OWN_DIGEST = /^(?=.*\d)(?=.*[a-z])[0-9a-hjkmnp-tv-z]{10}$/
/** A digest of another sender: at most 128 characters are stored. */
const ANY_DIGEST = /^\S{1,128}$/
const LABEL = /^(digest)\s*:?\s+/i

/** Parses a digest (pasted with its label, or dictated by telephone), ids of a trace or a span as tools print them, or else a text to search for. */
export function parseLookUp(typed: string | null): ParsedLookUp {
  const text = typed?.trim() ?? ''
  const { traceId, spanId } = readIds(text)
  const bare = text.replace(LABEL, '')
  const lower = bare.toLowerCase()
  const normalized = normalizeDictated(lower.replace(/[\s-]/g, ''))
  const ownDigest = OWN_DIGEST.test(normalized) ? normalized : undefined
  const spellings = [text, bare, lower].filter(spelling => ANY_DIGEST.test(spelling))
  return {
    text,
    traceId,
    spanId,
    guessed: traceId === undefined && spanId === undefined ? guessIds(text) : {},
    digests: [...new Set([...spellings, ...(ownDigest === undefined ? [] : [ownDigest])])],
    ownDigest,
  }
}

/** The path of the page of a digest or trace id. */
export function digestPath(digest: string): string {
  return `/digest/${encodePathSegment(digest)}`
}

/** The alphabet has no i, l and o, which mean digits if there is a digit beside them; otherwise words would change. */
function normalizeDictated(typed: string): string {
  return /\d/.test(typed) ? typed.replace(/[il]/g, '1').replaceAll('o', '0') : typed
}
