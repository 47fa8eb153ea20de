/**
 * Characters that would not survive a round trip, or are rejected as ambiguous (server/guards/request-target.ts): `~`, the escape
 * character; slashes, backslashes and `%`, since the router decodes `%2F` to a slash; and the last letter of `.`, `..`, `_` and `….data`,
 * which paths and the router give a meaning.
 */
const UNSAFE = /[~%/\\]|(?<=^\.?)\.$|^_$|(?<=\.dat)a$/g

/** A name that senders chose (a release, a user, a digest) as one segment of a path: {@link decodePathSegment} finds it in the router's params. */
export function encodePathSegment(name: string): string {
  return encodeURIComponent(name.toWellFormed().replace(UNSAFE, letter => `~${letter.charCodeAt(0).toString(16)}`))
}

/** @param param as the router decoded it; unescaped text is unchanged */
export function decodePathSegment(param: string): string {
  return param.replace(/~(7e|25|2f|5c|2e|5f|61)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
