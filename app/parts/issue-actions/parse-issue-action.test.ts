import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMuteRule, readResolveRule } from '../../../store/issues/rules.ts'
import { parseIssueAction } from './parse-issue-action.ts'

const nowMs = 1_800_000_000_000

/** The events of issue `a`, or why there are none. */
function parse(fields: Readonly<Record<string, string>>, who = 'Ann') {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const action = parseIssueAction(form, { who, nowMs })
  return 'events' in action ? action.events('a', ['first', 'a']).map(({ what, value }) => `${what}: ${value}`) : action
}

test.each([
  [{ do: 'acknowledge' }, ['acknowledged: yes']],
  [{ do: 'assign-me' }, ['owner: Ann']],
  [{ do: 'assign', owner: ' Ben ' }, ['owner: Ben']],
  [{ do: 'resolve' }, ['resolved: now']],
  [{ do: 'resolve-next' }, ['resolved: next']],
  [{ do: 'resolve-release', release: ' 2.4.1 ' }, ['resolved: release 2.4.1']],
  [{ do: 'mute-until', until: 'events', count: '100' }, ['muted: events 100']],
  [{ do: 'mute-1d' }, ['muted: time 1800086400000000000']],
  [{ do: 'enter', owner: ' Ben ', release: '' }, ['owner: Ben']],
  [{ do: 'enter', owner: '', release: '2.4.1' }, ['resolved: release 2.4.1']],
  [{ do: 'enter', owner: '', release: '', note: 'seen' }, ['note: seen']],
  [{ do: 'reopen' }, ['resolved: ', 'muted: ']],
  [{ do: 'merge', into: 'b' }, ['merged: b']],
  [{ do: 'merge', into: 'a' }, []],
  [{ do: 'merge-selected' }, ['merged: first']],
  [{ do: 'unmerge' }, ['merged: ']],
])('%o makes the events %o', (fields, events) => {
  expect(parse(fields)).toEqual(events)
})

test.each([
  [{}, 'Choose an action.'],
  [{ do: 'enter', owner: '', release: ' ' }, 'Choose an action.'],
  [{ do: 'drop tables' }, 'Choose an action.'],
  [{ do: 'mute-until', until: 'doomsday', count: '1' }, 'Choose what ends the mute.'],
  [{ do: 'undo', batch: 'x' }, 'Nothing to undo.'],
])('%o is actionError: %s', (fields, error) => {
  expect(parse(fields)).toEqual({ error })
})

test.each([
  [{ do: 'assign', owner: ' ' }, 'owner'],
  [{ do: 'resolve-release', release: '' }, 'release'],
  [{ do: 'mute-until', until: 'events', count: '0' }, 'count'],
  [{ do: 'note', note: ' ' }, 'note'],
  [{ do: 'note', note: 'x'.repeat(4_001) }, 'note'],
  [{ do: 'merge', into: ' ' }, 'into'],
])('%o names the field to fill: %s', (fields, field) => {
  expect(parse(fields)).toEqual({ error: expect.stringMatching(/\w/), field })
})

test('every action but an undo asks for a name first', () => {
  for (const action of ['acknowledge', 'assign-me', 'resolve', 'mute-1h', 'reopen', 'unmerge']) {
    expect(parse({ do: action }, '')).toEqual({ error: expect.stringContaining('name'), field: 'who' })
  }
  const batch = '0b9f8a1e-1b7c-4d0a-9a55-0d9c8f1e2a3b'
  expect(parse({ do: 'undo', batch }, '')).toEqual({ undo: batch })
})

test('whatever a form holds, a mute has a rule that ends it, and a resolution says since when', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'events', 'sessions', 'rate', 'now', 'next', '7'))
  const name = fc.constantFrom('mute-until', 'mute-1h', 'mute-30d', 'resolve', 'resolve-next', 'resolve-release')
  fc.assert(
    fc.property(name, text, text, text, (action, until, count, release) => {
      const events = parse({ do: action, until, count, release })
      if (!Array.isArray(events)) return
      for (const [what = '', value = ''] of events.map(one => one.split(/: (.*)/s))) {
        expect(what === 'muted' ? readMuteRule(value) : readResolveRule(value)).toBeDefined()
      }
    }),
  )
})
