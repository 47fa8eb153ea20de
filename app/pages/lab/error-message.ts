const MAX_CHARS = 2_000

/** The message of the error to cause: `?say=`, cut at 2,000 characters, or the default of the case. */
export function readErrorMessage(params: URLSearchParams, fallback: string): string {
  return params.get('say')?.slice(0, MAX_CHARS) || fallback
}

/** Reads `say` on the page itself, for cases that fail in the browser or in a component. */
export function errorMessageOf(search: string, fallback: string): string {
  return readErrorMessage(new URLSearchParams(search), fallback)
}
