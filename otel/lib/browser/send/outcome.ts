import type { Attributes } from './signals.ts'

/** Attributes and status of a span's outcome. An interrupted or cancelled one has not failed. */
export function outcomeOf(
  error: unknown,
  incomplete: true | undefined,
  status = 0,
): { readonly attributes: Attributes; readonly failed: boolean } {
  const name = error instanceof Error ? error.name : typeof error
  const failure = status >= 400 ? String(status) : error === undefined || incomplete ? undefined : name
  return {
    attributes: { 'error.type': failure, 'errata.incomplete': incomplete },
    failed: failure !== undefined && failure !== 'AbortError',
  }
}
