import { type MuteRule, writeMuteRule, writeResolveRule } from '../../../store/issue-events/rules.ts'
import type { Statement } from '../../../store/issue-events/state-issues.ts'

/** What somebody wants done, read from a form. */
export type Wish =
  | { readonly undo: string }
  /** `did` is a key of {@link DID}. */
  | { readonly statements: (issue: string) => readonly Statement[]; readonly did: Did }
  /** `field` is the one that has to be filled first, where it is one. */
  | { readonly fault: string; readonly field?: 'who' | 'owner' | 'release' | 'count' | 'note' | 'into' }

/** What was done, in the past tense, behind the number of issues. */
export const DID = {
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

export type Did = keyof typeof DID

/** What one click did, as the address that it leads to says it. */
export const DONE_PARAMS = ['done', 'did', 'of'] as const

/** Changes of an address that say nothing of it any more. */
export const NOTHING_DONE = Object.fromEntries(DONE_PARAMS.map(name => [name, '']))

export const isDid = (text: string): text is Did => Object.hasOwn(DID, text)

/** Of one form, however many it names. */
export const MOST_ISSUES = 500

/** Of a note, as its field says. */
export const MOST_NOTE_CHARS = 4_000

const HOUR_MS = 3_600_000
const MUTE_HOURS = new Map([
  ['1h', 1],
  ['1d', 24],
  ['7d', 168],
  ['30d', 720],
])

/** @param who the reader's name, '' where they gave none */
export function readWish(form: FormData, { who, nowMs }: { who: string; nowMs: number }): Wish {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const say: Say = (did, ...said) => ({
    did,
    statements: issue => said.map(([what, value]) => ({ issue, what, value })),
  })
  switch (text('do')) {
    case 'undo':
      return /^[\da-f-]{36}$/.test(text('batch')) ? { undo: text('batch') } : { fault: 'There is nothing to undo.' }
    case 'acknowledge':
      return say('acknowledge', ['acknowledged', 'yes'])
    case 'unacknowledge':
      return say('unacknowledge', ['acknowledged', ''])
    case 'mine':
      return mine(who, say)
    case 'assign':
      return assigned(text('owner'), say)
    case 'typed':
      return typed({ owner: text('owner'), release: text('release'), meant: text('meant'), who }, say)
    case 'unassign':
      return say('unassign', ['owner', ''])
    case 'resolve':
      return resolved(text('in'), text('release'), say)
    case 'reopen':
      return say('reopen', ['resolved', ''], ['muted', ''])
    case 'mute': {
      const rule = readMute(text('until'), text('count'), nowMs)
      return rule === undefined
        ? { fault: 'A number says how many more wake it: a whole one, from 1 to 1,000,000.', field: 'count' }
        : say('mute', ['muted', writeMuteRule(rule)])
    }
    case 'unmute':
      return say('unmute', ['muted', ''])
    case 'note': {
      const note = text('note').replaceAll('\r\n', '\n')
      if (note === '') return { fault: 'A note has words.', field: 'note' }
      return note.length > MOST_NOTE_CHARS
        ? { fault: `A note has at most 4,000 characters, this one ${note.length}.`, field: 'note' }
        : say('note', ['note', note])
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

type Say = (did: Did, ...said: readonly (readonly [Statement['what'], string])[]) => Wish

/** Enter in a field: what was written there says what is meant, or what had been asked for before the name was. */
function typed({ owner, release, meant, who }: Record<'owner' | 'release' | 'meant' | 'who', string>, say: Say): Wish {
  if (owner !== '') return assigned(owner, say)
  if (release !== '') return resolved('release', release, say)
  return meant === 'mine' ? mine(who, say) : { fault: 'Choose what is to be done.' }
}

const mine = (who: string, say: Say): Wish =>
  who === ''
    ? { fault: 'Say who you are: issues have a name for an owner.', field: 'who' }
    : say('assign', ['owner', who])

const assigned = (owner: string, say: Say): Wish =>
  owner === ''
    ? { fault: 'Say whom they are assigned to.', field: 'owner' }
    : say('assign', ['owner', owner.slice(0, 60)])

function resolved(where: string, release: string, say: Say): Wish {
  if (where === 'release') {
    return release === ''
      ? { fault: 'Say which release has the fix.', field: 'release' }
      : say('resolve', ['resolved', writeResolveRule({ in: 'release', release: release.slice(0, 200) })])
  }
  return say('resolve', ['resolved', writeResolveRule({ in: where === 'next' ? 'next' : 'now' })])
}

function readMute(until: string, count: string, nowMs: number): MuteRule | undefined {
  const hours = MUTE_HOURS.get(until)
  if (hours !== undefined) return { until: 'time', atNs: BigInt(nowMs + hours * HOUR_MS) * 1_000_000n }
  const number = /^\d{1,7}$/.test(count) ? Number(count) : 0
  const isCounted = until === 'events' || until === 'sessions' || until === 'rate'
  return isCounted && number >= 1 && number <= 1_000_000 ? { until, count: number } : undefined
}
