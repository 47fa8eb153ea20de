import { markTruncated } from './truncate.ts'

/**
 * What a line of a list calls an exception or an issue: what it says, else its type. A message of blanks would leave nothing to read or press.
 */
export function exceptionTitle(
  of: { readonly message: string; readonly type: string } | undefined,
  otherwise = 'Exception without a type',
): string {
  return (of && markTruncated(of.message.trim())) || of?.type.trim() || otherwise
}
