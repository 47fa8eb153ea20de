/**
 * What a line of a list calls an exception or an issue: what it says, else its type. A message of blanks would leave nothing to read or press,
 * and one that was cut by bytes ends in half a letter.
 */
export function exceptionTitle(
  of: { readonly message: string; readonly type: string } | undefined,
  otherwise = 'Exception without a type',
): string {
  return of?.message.trim().replace(/\uFFFD+$/, '…') || of?.type.trim() || otherwise
}
