/**
 * Whether `cache-control` prevents showing a response again without asking the server.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2
 */
export function isUncacheable(cacheControl: string | null | undefined): boolean {
  if (cacheControl === null || cacheControl === undefined) return true
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return true
  return !/\b(?:public|immutable|s-maxage|(?:max-age|stale-while-revalidate)=[1-9])/i.test(cacheControl)
}
