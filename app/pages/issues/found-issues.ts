import { listIssues } from '../../../store/issues/list-issues.ts'
import { readAuthor } from '../../access/author-cookie.ts'
import { partResponse } from '../../data/part-response.ts'
import { tryQuery } from '../../data/query.ts'
import { issueTitle } from '../../format/issue-title.ts'
import type { FoundIssue } from '../../ui/layout/destinations.ts'
import type { Route } from './+types/found-issues.ts'
import { readList } from './read-list.server.ts'

/** The palette shows as many. */
const MAX_FOUND = 5

/** The first issues of a list, with nothing but their titles, for the command palette; none if the URL cannot be read. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { list, filterErrors, mistakes } = readList(args)
  if (filterErrors.length > 0 || mistakes.length > 0) return partResponse({ answer: [] })
  const { name: who } = await readAuthor(args)
  const result = await tryQuery(args, listIssues, { ...list, who, limit: MAX_FOUND })
  if ('outage' in result) return partResponse(result)
  const found: readonly FoundIssue[] = result.answer.issues.map(({ issue, summary }) => ({
    issue,
    title: issueTitle(summary, issue),
  }))
  return partResponse({ answer: found })
}
