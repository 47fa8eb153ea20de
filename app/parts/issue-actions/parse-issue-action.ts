import type { NewIssueEvent } from '../../../store/issues/record-issue-events.ts'
import { type MuteRule, writeMuteRule, writeResolveRule } from '../../../store/issues/rules.ts'
import { HOUR_MS } from '../../../store/time-units.ts'

/** What a form requests. */
export type IssueAction =
  | { readonly undo: string }
  | {
      /** Events of one of the selected issues. */
      readonly events: (issue: string, selected: readonly string[]) => readonly NewIssueEvent[]
      readonly action: ActionName
    }
  | InvalidAction

/** Why nothing was changed, and the field to fill first, if there is one. */
interface InvalidAction {
  readonly error: string
  readonly field?: IssueActionField
}

/** Text fields. */
export type IssueActionField = 'who' | 'owner' | 'release' | 'count' | 'note' | 'into'

/** Labels in the past tense, which follow a number of issues. */
export const ACTION_PAST_TENSE_LABELS = {
  acknowledge: 'acknowledged',
  unacknowledge: 'no longer acknowledged',
  assign: 'assigned',
  unassign: 'unassigned',
  mute: 'muted',
  unmute: 'unmuted',
  resolve: 'resolved',
  reopen: 'reopened',
  note: 'commented on',
  merge: 'merged',
  unmerge: 'unmerged',
} as const

export type ActionName = keyof typeof ACTION_PAST_TENSE_LABELS

/** URL parameters of the page that an action redirects to: batch, action name, and number of changed issues. */
export const ACTION_RESULT_PARAMS = ['done', 'did', 'of'] as const

/** Removes {@link ACTION_RESULT_PARAMS} from a URL. */
export const NO_ACTION_RESULT = Object.fromEntries(ACTION_RESULT_PARAMS.map(name => [name, '']))

export const isActionName = (text: string): text is ActionName => Object.hasOwn(ACTION_PAST_TENSE_LABELS, text)

/** Maximum of issues that one form changes. */
export const MAX_ISSUES = 500

/** Maximum length of each text field. */
export const MAX_CHARS: Readonly<Record<IssueActionField, number>> = {
  who: 60,
  owner: 60,
  release: 200,
  count: 7,
  note: 4_000,
  into: 128,
}

const MUTE_HOURS = new Map([
  ['mute-1h', 1],
  ['mute-1d', 24],
  ['mute-7d', 168],
  ['mute-30d', 720],
])

/**
 * Parses the form of an action on issues.
 *
 * @param options.who The reader's name; without it only an undo is accepted, because the activity shows who did what.
 * @param options.nowMs Unix milliseconds.
 */
export function parseIssueAction(form: FormData, { who, nowMs }: { who: string; nowMs: number }): IssueAction {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const name = text('do') === 'enter' ? actionOfFilledField(text) : text('do')
  if (name === 'undo') {
    return /^[\da-f-]{36}$/.test(text('batch')) ? { undo: text('batch') } : { error: 'Nothing to undo.' }
  }
  const action = actionOfName(name, text, { who, nowMs })
  if ('error' in action || who !== '') return action
  return { error: 'Enter your name. It is shown with the change.', field: 'who' }
}

type FieldText = (name: string) => string

/** The action when Enter is pressed in a field of the action bar. */
function actionOfFilledField(text: FieldText): string {
  if (text('owner') !== '') return 'assign'
  if (text('release') !== '') return 'resolve-release'
  return text('note') === '' ? '' : 'note'
}

function actionOfName(name: string, text: FieldText, { who, nowMs }: { who: string; nowMs: number }) {
  const hours = MUTE_HOURS.get(name)
  if (hours !== undefined) return mute({ until: 'time', atNs: BigInt(nowMs + hours * HOUR_MS) * 1_000_000n })
  switch (name) {
    case 'acknowledge':
      return actionOfChanges('acknowledge', ['acknowledged', 'yes'])
    case 'unacknowledge':
      return actionOfChanges('unacknowledge', ['acknowledged', ''])
    case 'assign-me':
      return actionOfChanges('assign', ['owner', who])
    case 'assign':
      return assign(text('owner'))
    case 'unassign':
      return actionOfChanges('unassign', ['owner', ''])
    case 'resolve':
      return actionOfChanges('resolve', ['resolved', writeResolveRule({ in: 'now' })])
    case 'resolve-next':
      return actionOfChanges('resolve', ['resolved', writeResolveRule({ in: 'next' })])
    case 'resolve-release':
      return resolveInAction(text('release'))
    case 'reopen':
      return actionOfChanges('reopen', ['resolved', ''], ['muted', ''])
    case 'mute-until':
      return muteUntil(text('until'), text('count'))
    case 'unmute':
      return actionOfChanges('unmute', ['muted', ''])
    case 'note':
      return comment(text('note').replaceAll('\r\n', '\n'))
    case 'merge':
      return merge(text('into'))
    case 'merge-selected':
      return {
        action: 'merge' as const,
        events: (issue: string, [first = issue]: readonly string[]): readonly NewIssueEvent[] =>
          issue === first ? [] : [{ issue, what: 'merged', value: first }],
      }
    case 'unmerge':
      return actionOfChanges('unmerge', ['merged', ''])
    default:
      return invalid('Choose an action.')
  }
}

const invalid = (error: string, field?: IssueActionField): InvalidAction => ({ error, ...(field && { field }) })

const actionOfChanges = (action: ActionName, ...changes: readonly (readonly [NewIssueEvent['what'], string])[]) => ({
  action,
  events: (issue: string): readonly NewIssueEvent[] => changes.map(([what, value]) => ({ issue, what, value })),
})

const assign = (owner: string) =>
  owner === ''
    ? invalid('Enter an owner.', 'owner')
    : actionOfChanges('assign', ['owner', owner.slice(0, MAX_CHARS.owner)])

const resolveInAction = (release: string) =>
  release === ''
    ? invalid('Enter the release that has the fix.', 'release')
    : actionOfChanges('resolve', [
        'resolved',
        writeResolveRule({ in: 'release', release: release.slice(0, MAX_CHARS.release) }),
      ])

const mute = (rule: MuteRule) => actionOfChanges('mute', ['muted', writeMuteRule(rule)])

function muteUntil(until: string, count: string) {
  const number = /^\d{1,7}$/.test(count) ? Number(count) : 0
  if (until !== 'events' && until !== 'sessions' && until !== 'rate') return invalid('Choose what ends the mute.')
  return number >= 1 && number <= 1_000_000
    ? mute({ until, count: number })
    : invalid('Enter a whole number from 1 to 1,000,000.', 'count')
}

function comment(note: string) {
  if (note === '') return invalid('Enter a comment.', 'note')
  return note.length > MAX_CHARS.note
    ? invalid(`A comment has at most 4,000 characters; this one has ${note.length}.`, 'note')
    : actionOfChanges('note', ['note', note])
}

/** The target itself, if it is selected, does not change. */
function merge(target: string) {
  const into = target.slice(0, MAX_CHARS.into)
  if (into === '') return invalid('Choose the issue to merge into.', 'into')
  const events = (issue: string): readonly NewIssueEvent[] =>
    issue === into ? [] : [{ issue, what: 'merged', value: into }]
  return { action: 'merge' as const, events }
}
