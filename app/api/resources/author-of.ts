import { z } from 'zod'
import { authorOfPerson } from '../../../store/accounts/name-author.ts'
import { normalizeAuthor } from '../../access/author-cookie.ts'
import { MAX_CHARS } from '../../parts/issue-actions/parse-issue-action.ts'
import type { RunContext } from '../define/operation.ts'
import { invalidBody } from '../define/problem.ts'

/** A field of bodies. */
export const by = z
  .string()
  .max(MAX_CHARS.who)
  .optional()
  .meta({ description: 'Who does it, where nobody signs in; else it is the owner of the token.' })

/**
 * Who makes a change, as it is recorded: the owner of the token.
 *
 * @param by where nobody signs in
 * @throws {Problem} Without any name.
 */
export function authorOf({ reader }: Pick<RunContext, 'reader'>, by: string | undefined): string {
  if (reader.id !== '') return authorOfPerson(reader.id)
  const name = normalizeAuthor(by ?? '')
  if (name === '') throw invalidBody('#/by', 'Say by whom: it is shown with the change.')
  return name
}
