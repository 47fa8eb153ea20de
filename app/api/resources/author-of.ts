import { z } from 'zod'
import { authorOfPerson } from '../../../store/accounts/name-author.ts'
import { accessContext } from '../../access/access.server.ts'
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
 * Who makes a change, as it is recorded: the owner of the token. One that nobody owns is named itself, also once it was ended.
 *
 * @param by where nobody signs in
 * @throws {Problem} Without any name.
 */
export function authorOf({ reader, context }: Pick<RunContext, 'reader' | 'context'>, by: string | undefined): string {
  const isPerson = context.get(accessContext).personName(reader.id) !== undefined
  if (reader.id !== '') return isPerson ? authorOfPerson(reader.id) : `token ${reader.name}`
  const name = normalizeAuthor(by ?? '')
  if (name === '') throw invalidBody('#/by', 'Say by whom: it is shown with the change.')
  return name
}
