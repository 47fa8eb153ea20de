import { encodePathSegment } from './path-segment.ts'

/** What somebody typed into the look-up box. */
export interface LookUp {
  /** Trimmed. */
  readonly text: string
  /** 32 hex digits, where it may be a trace id or a traceparent. */
  readonly traceId: string | undefined
  /** What digest it may be: as it was typed first, as another sender's may look like anything; then as ours are spelt. */
  readonly digests: readonly string[]
  /** The last of these, where it looks like a digest of ours and like no word and no number. */
  readonly ownDigest: string | undefined
}

/** Ours: ten of Crockford's letters and digits. With a digit and a letter among them it is no word and no number. */
const OWN_DIGEST = /^(?=.*\d)(?=.*[a-z])[0-9a-hjkmnp-tv-z]{10}$/
/** What another sender may use: the store keeps 128 characters. */
const ANY_DIGEST = /^\S{1,128}$/
const TRACE_ID = /^[0-9a-f]{32}$/
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/
const LABEL = /^(digest|trace id|trace)\s*:?\s+/i

/** Reads a digest (copied with its label, or typed from a telephone call), a trace id, a traceparent, or else a text to search for. */
export function readLookUp(typed: string | null): LookUp {
  const text = typed?.trim() ?? ''
  const bare = text.replace(LABEL, '')
  const lower = bare.toLowerCase()
  const traceId = TRACEPARENT.exec(lower)?.[1] ?? lower.replaceAll('-', '')
  const normalized = normalizeDictated(lower.replace(/[\s-]/g, ''))
  const ownDigest = OWN_DIGEST.test(normalized) ? normalized : undefined
  const spellings = [text, bare, lower].filter(spelling => ANY_DIGEST.test(spelling))
  return {
    text,
    traceId: TRACE_ID.test(traceId) ? traceId : undefined,
    digests: [...new Set([...spellings, ...(ownDigest === undefined ? [] : [ownDigest])])],
    ownDigest,
  }
}

/** The path of a digest's page, or a trace id's. */
export function digestPath(digest: string): string {
  return `/digest/${encodePathSegment(digest)}`
}

/** The alphabet has no i, l and o: who typed one heard or read a digit. Only where digits stand beside it, or words would change. */
function normalizeDictated(typed: string): string {
  return /\d/.test(typed) ? typed.replace(/[il]/g, '1').replaceAll('o', '0') : typed
}
