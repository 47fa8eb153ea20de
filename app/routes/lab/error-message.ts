const MAX_CHARS = 2_000

/** The message of the error to be caused: `?say=`, cut at 2,000 characters, or what the case says by itself. */
export function readErrorMessage(params: URLSearchParams, fallback: string): string {
  return params.get('say')?.slice(0, MAX_CHARS) || fallback
}

/** Reading `say` on the page itself, where the case fails in the browser or in a component. */
export function errorMessageOf(search: string, fallback: string): string {
  return readErrorMessage(new URLSearchParams(search), fallback)
}
