import type { InputOf } from '../../app/api/operation-types.ts'
import { type Asked, type Command, defineCommand, type Options, UsageError } from '../define/define-command.ts'
import { DONE, type ExitCode, NO } from '../define/exit-code.ts'
import { readUserName } from '../define/user-name.ts'
import { idOf } from './id-of.ts'

type Action = InputOf<'actOnIssues'>['do']

const BY = {
  by: { value: 'NAME', description: 'Who does it, where nobody signs in; the name of your account here without it.' },
} as const satisfies Options

const TAKES_ISSUES = { takes: 'ID|URL…', count: [1, 1_000] } as const

/** Acts on issues, all in one batch. */
async function act({ api, output }: Asked, typed: readonly string[], action: Action, done: string): Promise<ExitCode> {
  const issues = [...new Set(typed.map(each => idOf(each, 'issues')))]
  const answer = await api.ask('actOnIssues', { issues, do: action })
  if (output.isJson) output.json(answer)
  else for (const issue of answer.changed) output.lines(`${issue}  ${done}`)
  for (const { issue, detail } of answer.refused) output.note(`${issue}  ${detail}`)
  return answer.refused.length === 0 ? DONE : NO
}

const byOf = (given: string | undefined) => ({ by: given ?? readUserName() })

export const resolve = defineCommand({
  ...{ name: 'resolve', ...TAKES_ISSUES },
  summary: 'Resolves issues. An exception in a release that should have the fix opens them again.',
  options: {
    'in-release': { value: 'RELEASE', description: 'The release that has the fix.' },
    'in-next': { description: 'The next release has it.' },
    ...BY,
  },
  examples: [
    ['resolve 6b1f3c0d9a2e4f58', 'Now.'],
    ['resolve 6b1f3c0d9a2e4f58 0a1b2c3d4e5f6071 --in-release 2.4.2', 'Two, with the release of the fix.'],
  ],
  run(asked, issues, { 'in-release': release, 'in-next': inNext, by }) {
    if (release !== undefined && inNext) throw new UsageError('--in-release and --in-next say two things.')
    const action: Action =
      release === undefined
        ? { action: 'resolve', in: inNext ? 'next' : 'now', ...byOf(by) }
        : { action: 'resolve-in', release, ...byOf(by) }
    return act(asked, issues, action, 'resolved')
  },
})

export const assign = defineCommand({
  ...{ name: 'assign', ...TAKES_ISSUES },
  summary: 'Assigns issues to somebody or a team, or with --nobody to no one.',
  options: {
    to: { value: 'OWNER', description: 'A name, or the address of an account.' },
    nobody: { description: 'Takes the owner away.' },
    ...BY,
  },
  examples: [
    ['assign 6b1f3c0d9a2e4f58 --to team-cart', 'To a team.'],
    ['assign 6b1f3c0d9a2e4f58 --nobody', 'Takes the owner away.'],
  ],
  run(asked, issues, { to, nobody, by }) {
    if ((to === undefined) !== nobody) throw new UsageError('Say to whom: --to OWNER or --nobody.')
    const action: Action =
      to === undefined ? { action: 'unassign', ...byOf(by) } : { action: 'assign', owner: to, ...byOf(by) }
    return act(asked, issues, action, to === undefined ? 'has no owner' : `assigned to ${to}`)
  },
})

const MUTE_HOURS = { '1h': 1, '1d': 24, '7d': 168, '30d': 720 } as const

export const mute = defineCommand({
  ...{ name: 'mute', ...TAKES_ISSUES },
  summary: 'Mutes issues for a time, or until they are worse.',
  options: {
    for: { value: 'TIME', description: '1h, 1d, 7d or 30d; 1d without it.' },
    'until-events': { value: 'N', description: 'Until there are so many more events.' },
    'until-sessions': { value: 'N', description: 'Until so many more sessions have it.' },
    'until-rate': { value: 'N', description: 'Until there are so many events within an hour.' },
    ...BY,
  },
  examples: [
    ['mute 6b1f3c0d9a2e4f58 --for 7d', 'For a week.'],
    ['mute 6b1f3c0d9a2e4f58 --until-rate 100', 'Until it happens a hundred times an hour.'],
  ],
  run: (asked, issues, given) => act(asked, issues, { ...readMute(given), ...byOf(given.by) }, 'muted'),
})

function readMute(given: Readonly<Record<string, string | boolean | undefined>>) {
  const asked = ['for', 'until-events', 'until-sessions', 'until-rate'].filter(name => given[name] !== undefined)
  if (asked.length > 1) throw new UsageError(`--${asked.join(' and --')} say two things.`)
  for (const until of ['events', 'sessions', 'rate'] as const) {
    const text = given[`until-${until}`]
    if (text === undefined) continue
    const count = Number(text)
    if (!Number.isSafeInteger(count) || count < 1)
      throw new UsageError(`--until-${until} ${text} is no whole number above 0.`)
    return { action: 'mute-until', until, count } as const
  }
  const time = String(given['for'] ?? '1d')
  if (!isMuteTime(time)) throw new UsageError(`--for ${time} is none of ${Object.keys(MUTE_HOURS).join(', ')}.`)
  return { action: 'mute', hours: MUTE_HOURS[time] } as const
}

const isMuteTime = (text: string): text is keyof typeof MUTE_HOURS => Object.hasOwn(MUTE_HOURS, text)

export const comment = defineCommand({
  ...{ name: 'comment', takes: 'ID|URL TEXT', count: [2, 2] },
  summary: 'Writes a comment on an issue.',
  options: BY,
  examples: [['comment 6b1f3c0d9a2e4f58 "Fixed by 4fc5f13, out tonight."', 'As on its page.']],
  run: (asked, [issue = '', text = ''], { by }) =>
    act(asked, [issue], { action: 'comment', text, ...byOf(by) }, 'commented'),
})

/** Takes back what {@link resolve} and {@link mute} do. */
const undoing = (name: 'reopen' | 'unmute', summary: string): Command =>
  defineCommand({
    ...{ name, ...TAKES_ISSUES, summary, options: BY },
    examples: [[`${name} 6b1f3c0d9a2e4f58`, 'One of them.']],
    run: (asked, issues, { by }) =>
      act(asked, issues, { action: name, ...byOf(by) }, name === 'reopen' ? 'open' : 'not muted'),
  })

export const reopen = undoing('reopen', 'Opens resolved issues again.')
export const unmute = undoing('unmute', 'Ends the mute of issues.')
