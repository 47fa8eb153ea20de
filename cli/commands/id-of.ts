import { decodePathSegment } from '../../app/url/path-segment.ts'

/** The parts of a path of a pasted address, each as a name; none for what is no address. */
export function segmentsOf(typed: string): readonly string[] {
  const url = /^https?:\/\//.test(typed) ? URL.parse(typed) : null
  return url === null ? [] : url.pathname.split('/').filter(Boolean).map(decode)
}

/** The value of a parameter of a pasted address; '' for none. */
export const parameterOf = (typed: string, name: string): string =>
  (/^https?:\/\//.test(typed) ? URL.parse(typed) : null)?.searchParams.get(name) ?? ''

/**
 * The id that was typed, or that a pasted address of a page has.
 *
 * @param list the first part of the page's path: `issues`
 */
export function idOf(typed: string, list: string): string {
  const segments = segmentsOf(typed)
  const at = segments.lastIndexOf(list)
  return (at === -1 ? undefined : segments[at + 1]) ?? typed
}

function decode(segment: string): string {
  try {
    return decodePathSegment(decodeURIComponent(segment))
  } catch {
    // A broken escape, which no page of Errata has.
    return segment
  }
}
