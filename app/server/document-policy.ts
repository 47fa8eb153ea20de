interface DocumentPolicy {
  /** Of this one document: what carries it may run. */
  readonly nonce: string
  /** Origin of the lab's second server, where the lab is open. */
  readonly labOrigin: string | undefined
  /** Vite adds the styles by script then. */
  readonly mode: 'development' | 'production'
}

/**
 * What a page of the desk may load and run: its own files, and what it was rendered with. Nearly all that it shows was written by strangers.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export function documentPolicy({ nonce, labOrigin, mode }: DocumentPolicy): string {
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
