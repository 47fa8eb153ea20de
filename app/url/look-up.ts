/** What somebody typed into the look-up box. */
export type LookUp =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'trace'; readonly traceId: string }
  | { readonly kind: 'digest'; readonly digest: string }
  /** `perhapsDigest` is set where the text could be either, such as a single word: then the store knows. */
  | { readonly kind: 'text'; readonly text: string; readonly perhapsDigest: string | undefined }

/** Ours: ten of Crockford's letters and digits. With a digit and a letter among them it is no word and no number. */
const DIGEST = /^(?=.*\d)(?=.*[a-z])[0-9a-hjkmnp-tv-z]{10}$/
/** What another sender may use as a digest. */
const PERHAPS_DIGEST = /^[0-9a-z]{8,12}$/
const TRACE_ID = /^[0-9a-f]{32}$/
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/

/** Reads a digest (copied with its label, or typed from a telephone call), a trace id, a traceparent, or else a text to search for. */
export function readLookUp(typed: string | null): LookUp {
  const text = typed?.trim() ?? ''
  if (text === '') return { kind: 'nothing' }
  const bare = text.toLowerCase().replace(/^(digest|trace id|trace)\s*:?\s+/, '')
  const traceId = TRACEPARENT.exec(bare)?.[1] ?? bare.replaceAll('-', '')
  if (TRACE_ID.test(traceId)) return { kind: 'trace', traceId }
  const digest = readAloud(bare.replace(/[\s-]/g, ''))
  if (DIGEST.test(digest)) return { kind: 'digest', digest }
  return { kind: 'text', text, perhapsDigest: PERHAPS_DIGEST.test(bare) ? bare : undefined }
}

/** The alphabet has no i, l and o: who typed one heard or read a digit. Only where digits stand beside it, or words would change. */
function readAloud(typed: string): string {
  return /\d/.test(typed) ? typed.replace(/[il]/g, '1').replaceAll('o', '0') : typed
}
