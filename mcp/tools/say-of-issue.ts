import { z } from 'zod'
import type { InputOf } from '../../app/api/operation-types.ts'
import { suggestCall } from '../answer/call.ts'
import { issueHandle } from '../names/handles.ts'
import { resolveIssue } from './resolve-issue.ts'
import { defineTool, reference, ToolError } from './tool.ts'

const WHAT = [
  ...['acknowledged', 'not_acknowledged', 'resolved', 'resolved_in_next_release', 'resolved_in_release', 'reopened'],
  ...['muted_1h', 'muted_1d', 'muted_7d', 'muted_30d', 'not_muted', 'assigned', 'not_assigned', 'commented'],
] as const

/** Changes one issue, and nothing else. */
export const sayOfIssue = defineTool({
  name: 'say_of_issue',
  title: 'Say something of an issue',
  description:
    'Acknowledges, resolves, mutes, assigns or comments an issue. Readers of Errata see it, by whom, and can undo it.',
  writes: true,
  input: {
    issue: reference,
    what: z.enum(WHAT),
    release: z.string().max(200).optional().describe('For resolved_in_release.'),
    owner: z.string().max(200).optional().describe('For assigned.'),
    comment: z.string().min(1).max(2_000).optional().describe('For commented, or beside anything else.'),
  },
  async run(desk, { issue: typed, what, release, owner, comment }) {
    const { id } = await resolveIssue(desk, typed)
    const actions: Action[] = [...(what === 'commented' ? [] : [toAction(what, { release, owner })])]
    if (comment !== undefined) actions.push({ action: 'comment', text: comment })
    if (actions.length === 0) throw new ToolError('Give a comment.')
    for (const action of actions) await desk.ask('actOnIssue', { ...action, issue: id, by: AUTHOR })
    const issue = issueHandle(id)
    return { write: () => ({ from_desk: { issue, what, done: true } }), next: [suggestCall('get_issue', { issue })] }
  },
})

/** Where nobody signs in; else it is the owner of the token. */
const AUTHOR = 'agent'

type Without<Input> = Input extends unknown ? Omit<Input, 'issue' | 'by'> : never
type Action = Without<InputOf<'actOnIssue'>>

const PLAIN = {
  acknowledged: { action: 'acknowledge' },
  not_acknowledged: { action: 'unacknowledge' },
  resolved: { action: 'resolve', in: 'now' },
  resolved_in_next_release: { action: 'resolve', in: 'next' },
  reopened: { action: 'reopen' },
  muted_1h: { action: 'mute', hours: 1 },
  muted_1d: { action: 'mute', hours: 24 },
  muted_7d: { action: 'mute', hours: 168 },
  muted_30d: { action: 'mute', hours: 720 },
  not_muted: { action: 'unmute' },
  not_assigned: { action: 'unassign' },
} as const

function toAction(
  what: Exclude<(typeof WHAT)[number], 'commented'>,
  { release, owner }: { readonly release: string | undefined; readonly owner: string | undefined },
): Action {
  if (what === 'resolved_in_release') {
    if (release === undefined) throw new ToolError('Give the release.')
    return { action: 'resolve-in', release }
  }
  if (what === 'assigned') {
    if (owner === undefined) throw new ToolError('Give the owner.')
    return { action: 'assign', owner }
  }
  return PLAIN[what]
}
