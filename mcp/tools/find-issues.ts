import { z } from 'zod'
import { suggestCall } from '../answer/call.ts'
import { plural } from '../answer/plural.ts'
import { fromPeople } from '../answer/sources.ts'
import { issueHandle } from '../names/handles.ts'
import { tellIssue } from './told-issue.ts'
import { defineTool, name, since } from './tool.ts'

export const findIssues = defineTool({
  name: 'find_issues',
  title: 'Find issues',
  description:
    'Lists issues (groups of exceptions with one cause) with exceptions in a time, with counts, first and last time, state and owner. Query: words of the message, or fields such as type:TypeError route:/cart.',
  input: {
    query: z.string().max(2_000).optional(),
    service: name.optional(),
    environment: name.optional(),
    release: name.optional(),
    state: z.enum(['open', 'mine', 'muted', 'resolved', 'all']).default('open'),
    side: z.enum(['browser', 'server']).optional(),
    since: since.default('14d'),
    sort: z.enum(['impact', 'last', 'events', 'users', 'first']).default('impact'),
    limit: z.number().int().min(1).max(25).default(10),
    cursor: z.string().max(4_000).optional().describe('Of the answer before, with the same parameters.'),
  },
  async run(desk, { query, service, environment, release, state, side, since, sort, limit, cursor }) {
    const { items, next } = await desk.ask('listIssues', {
      q: query,
      service,
      env: environment,
      release,
      tab: state,
      side,
      last: since,
      sort,
      limit: String(limit),
      cursor,
    })
    const [first] = items
    return {
      next: first === undefined ? [] : [suggestCall('get_issue', { issue: issueHandle(first.id) })],
      write({ rows, text }, leaveOut) {
        const shown = items.slice(0, rows)
        return {
          from_desk: { since, issues: items.length },
          issues: shown.map(issue => ({
            from_desk: {
              issue: issueHandle(issue.id),
              status: issue.status,
              ...(issue.is_new && { is_new: true }),
              ...(issue.is_regressed && { is_regressed: true }),
              events: issue.events,
              sessions: issue.sessions,
              users: issue.users,
              first_seen: issue.first_seen,
              last_seen: issue.last_seen,
            },
            ...tellIssue(issue, Math.min(text, MAX_CHARS)),
            ...fromPeople({ owner: issue.owner }, Math.min(text, MAX_CHARS)),
          })),
          ...(shown.length < items.length &&
            leaveOut(
              plural(items.length - shown.length, 'issue'),
              `find_issues with a limit of ${shown.length}, and its cursor`,
            )),
          ...(next !== null &&
            leaveOut('further issues', `${suggestCall('find_issues', { cursor: next })} and the same parameters`)),
        }
      },
    }
  },
})

const MAX_CHARS = 300
