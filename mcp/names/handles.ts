/*
 * Names of things in calls. Errata's own ids stay as they are; what a sender chose for an id is written in an alphabet that says nothing, so
 * that it can be passed on without being read.
 */

const GIVEN = 'given_'
/** A longer one has no handle: it could fill answers. */
const MAX_BYTES = 300
/** Stands for an id that is too long to be passed on. */
export const TOO_LONG = 'too_long_for_a_call'

/** An issue's own id is 16 hex digits; a sender may give a fingerprint instead, with any text. */
export const issueHandle = (id: string) => (/^[0-9a-f]{16}$/.test(id) ? id : give(id))

/** A session's is usually hexadecimal. */
export const sessionHandle = (id: string) => (/^[0-9a-f][0-9a-f-]{6,62}[0-9a-f]$/.test(id) ? id : give(id))

function give(id: string): string {
  const bytes = Buffer.from(id)
  return bytes.length > MAX_BYTES ? TOO_LONG : `${GIVEN}${bytes.toString('base64url')}`
}

/** The id that a handle stands for; any other text is an id itself. */
export const readHandle = (text: string) =>
  text.startsWith(GIVEN) ? Buffer.from(text.slice(GIVEN.length), 'base64url').toString() : text
