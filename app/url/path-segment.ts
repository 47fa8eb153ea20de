/**
 * What would not come back as it was written, or is refused as it can be read in two ways (server/guards/request-target.ts): `~`, by which everything
 * here is escaped; slashes, backslashes and `%`, as the router takes a decoded `%2F` for a slash; the last letter of what is a step up in a
 * path (`.`, `..`) or means a page's data to the router (`_`, `….data`), percent-encoded or not.
 */
const UNSAFE = /[~%/\\]|(?<=^\.?)\.$|^_$|(?<=\.dat)a$/g

/** A name that senders chose (a release, a user, a digest) as one segment of a path: {@link decodePathSegment} finds it in the router's params. */
export function encodePathSegment(name: string): string {
  return encodeURIComponent(name.toWellFormed().replace(UNSAFE, letter => `~${letter.charCodeAt(0).toString(16)}`))
}

/** @param param as the router decoded it; what nobody escaped stands for itself */
export function decodePathSegment(param: string): string {
  return param.replace(/~(7e|25|2f|5c|2e|5f|61)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
