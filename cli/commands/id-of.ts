import { decodePathSegment } from '../../app/url/path-segment.ts'

/**
 * The id that was typed, or that a pasted address of a page has.
 *
 * @param list the first part of the page's path: `issues`
 */
export function idOf(typed: string, list: string): string {
  const url = /^https?:/.test(typed) ? URL.parse(typed) : undefined
  const [, first, segment] = url?.pathname.split('/') ?? []
  if (first !== list || segment === undefined) return typed
  return decodePathSegment(decodeURIComponent(segment))
}
