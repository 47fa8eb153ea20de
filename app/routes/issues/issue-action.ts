import type { Statement } from '../../../store/issue-events/record-issue-events.ts'
import { type MuteRule, writeMuteRule, writeResolveRule } from '../../../store/issue-events/rules.ts'

/** What somebody wants done, read from a form. */
export type IssueAction =
  | { readonly undo: string }
  /** `did` is a key of {@link ACTION_LABELS}. */
  | { readonly statements: (issue: string) => readonly Statement[]; readonly did: ActionName }
  /** `field` is the one that has to be filled first, where it is one. */
  | { readonly fault: string; readonly field?: 'who' | 'owner' | 'release' | 'count' | 'note' | 'into' }

/** What was done, in the past tense, behind the number of issues. */
export const ACTION_LABELS = {
  acknowledge: 'acknowledged',
  unacknowledge: 'no longer acknowledged',
  assign: 'assigned',
  unassign: 'without an owner now',
  mute: 'muted',
  unmute: 'no longer muted',
  resolve: 'resolved',
  reopen: 'open again',
  note: 'given a note',
  merge: 'merged',
  unmerge: 'unmerged',
} as const

export type ActionName = keyof typeof ACTION_LABELS

/** What one click did, as the address that it leads to says it. */
export const RESULT_PARAMS = ['done', 'did', 'of'] as const

/** Changes of an address that say nothing of it any more. */
export const NO_RESULT = Object.fromEntries(RESULT_PARAMS.map(name => [name, '']))

export const isActionName = (text: string): text is ActionName => Object.hasOwn(ACTION_LABELS, text)

/** Of one form, however many it names. */
export const MAX_ISSUES = 500

/** Of a note, as its field says. */
export const MAX_NOTE_CHARS = 4_000

const HOUR_MS = 3_600_000
const MUTE_HOURS = new Map([
  ['1h', 1],
  ['1d', 24],
  ['7d', 168],
  ['30d', 720],
])

/** @param who the reader's name, '' where they gave none */
export function parseIssueAction(form: FormData, { who, nowMs }: { who: string; nowMs: number }): IssueAction {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const createEvents: Say = (did, ...said) => ({
    did,
    statements: issue => said.map(([what, value]) => ({ issue, what, value })),
  })
  switch (text('do')) {
    case 'undo':
      return /^[\da-f-]{36}$/.test(text('batch')) ? { undo: text('batch') } : { fault: 'There is nothing to undo.' }
    case 'acknowledge':
      return createEvents('acknowledge', ['acknowledged', 'yes'])
    case 'unacknowledge':
      return createEvents('unacknowledge', ['acknowledged', ''])
    case 'mine':
      return mine(who, createEvents)
    case 'assign':
      return assigned(text('owner'), createEvents)
    case 'typed':
      return typed({ owner: text('owner'), release: text('release'), meant: text('meant'), who }, createEvents)
    case 'unassign':
      return createEvents('unassign', ['owner', ''])
    case 'resolve':
      return resolved(text('in'), text('release'), createEvents)
    case 'reopen':
      return createEvents('reopen', ['resolved', ''], ['muted', ''])
    case 'mute': {
      const rule = readMute(text('until'), text('count'), nowMs)
      return rule === undefined
        ? { fault: 'A number says how many more wake it: a whole one, from 1 to 1,000,000.', field: 'count' }
        : createEvents('mute', ['muted', writeMuteRule(rule)])
    }
    case 'unmute':
      return createEvents('unmute', ['muted', ''])
    case 'note': {
      const note = text('note').replaceAll('\r\n', '\n')
      if (note === '') return { fault: 'A note has words.', field: 'note' }
      return note.length > MAX_NOTE_CHARS
        ? { fault: `A note has at most 4,000 characters, this one ${note.length}.`, field: 'note' }
        : createEvents('note', ['note', note])
    }
    case 'merge': {
      const into = text('into').slice(0, 128)
      return into === ''
        ? { fault: 'Say which issue they are merged into.', field: 'into' }
        : { did: 'merge', statements: issue => (issue === into ? [] : [{ issue, what: 'merged', value: into }]) }
    }
    case 'unmerge':
      return { did: 'unmerge', statements: issue => [{ issue, what: 'merged', value: '' }] }
    default:
      return { fault: 'Choose what is to be done.' }
  }
}

type Say = (did: ActionName, ...said: readonly (readonly [Statement['what'], string])[]) => IssueAction

/** Enter in a field: what was written there says what is meant, or what had been asked for before the name was. */
function typed(
  { owner, release, meant, who }: Record<'owner' | 'release' | 'meant' | 'who', string>,
  createEvents: Say,
): IssueAction {
  if (owner !== '') return assigned(owner, createEvents)
  if (release !== '') return resolved('release', release, createEvents)
  return meant === 'mine' ? mine(who, createEvents) : { fault: 'Choose what is to be done.' }
}

const mine = (who: string, createEvents: Say): IssueAction =>
  who === ''
    ? { fault: 'Say who you are: issues have a name for an owner.', field: 'who' }
    : createEvents('assign', ['owner', who])

const assigned = (owner: string, createEvents: Say): IssueAction =>
  owner === ''
    ? { fault: 'Say whom they are assigned to.', field: 'owner' }
    : createEvents('assign', ['owner', owner.slice(0, 60)])

function resolved(where: string, release: string, createEvents: Say): IssueAction {
  if (where === 'release') {
    return release === ''
      ? { fault: 'Say which release has the fix.', field: 'release' }
      : createEvents('resolve', ['resolved', writeResolveRule({ in: 'release', release: release.slice(0, 200) })])
  }
  return createEvents('resolve', ['resolved', writeResolveRule({ in: where === 'next' ? 'next' : 'now' })])
}

function readMute(until: string, count: string, nowMs: number): MuteRule | undefined {
  const hours = MUTE_HOURS.get(until)
  if (hours !== undefined) return { until: 'time', atNs: BigInt(nowMs + hours * HOUR_MS) * 1_000_000n }
  const number = /^\d{1,7}$/.test(count) ? Number(count) : 0
  const isCounted = until === 'events' || until === 'sessions' || until === 'rate'
  return isCounted && number >= 1 && number <= 1_000_000 ? { until, count: number } : undefined
}
