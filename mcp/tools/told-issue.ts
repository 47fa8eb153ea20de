import type { AnswerOf, ItemOf } from '../../app/api/operation-types.ts'
import { fromSender, type JsonObject } from '../answer/sources.ts'

/** Tells what the senders of an issue's exceptions wrote. */
export function tellIssue(issue: ItemOf<'listIssues'> | AnswerOf<'getIssue'>, maxChars: number): JsonObject {
  const { type, message, service, route, first_release, last_release } = issue
  return fromSender(
    issue.is_browser,
    { type, message, service, route, function: issue.function, first_release, last_release },
    maxChars,
  )
}
