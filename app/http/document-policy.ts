interface DocumentPolicy {
  /** The nonce of this document's scripts and styles. */
  readonly nonce: string
  /** Origin of the lab's second server, if the lab is enabled. */
  readonly labOrigin: string | undefined
  /** In development Vite adds styles by script. */
  readonly mode: 'development' | 'production'
}

/**
 * The content security policy of a page: it may load and run its own files, and what it was rendered with. Almost everything that it shows
 * was written by anonymous clients.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export function writeContentSecurityPolicy({ nonce, labOrigin, mode }: DocumentPolicy): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${labOrigin === undefined ? '' : ` ${labOrigin}`}`,
    `style-src 'self'${mode === 'development' ? ` 'nonce-${nonce}'` : ''}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}
