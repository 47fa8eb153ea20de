import { shortMessage } from './issue-title.ts'
import { markCutCharacter } from './truncate.ts'

/** The title of an exception or issue in a list: its message with short URLs, else its type. A blank message would leave nothing to read or click. */
export function exceptionTitle(
  of: { readonly message: string; readonly type: string } | undefined,
  otherwise = 'Exception without a type',
): string {
  return (of && shortMessage(markCutCharacter(of.message.trim()))) || of?.type.trim() || otherwise
}
