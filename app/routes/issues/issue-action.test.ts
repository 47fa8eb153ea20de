import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMuteRule, readResolveRule } from '../../../store/issue-events/rules.ts'
import { parseIssueAction } from './issue-action.ts'

const asker = { who: 'Ann', nowMs: 1_800_000_000_000 }

function action(fields: Readonly<Record<string, string>>, who = asker.who) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const read = parseIssueAction(form, { ...asker, who })
  return 'statements' in read ? read.statements('a').map(({ what, value }) => `${what}: ${value}`) : read
}

test.each([
  [{ do: 'acknowledge' }, ['acknowledged: yes']],
  [{ do: 'mine' }, ['owner: Ann']],
  [{ do: 'resolve', in: 'now' }, ['resolved: now']],
  [{ do: 'resolve', in: 'next' }, ['resolved: next']],
  [{ do: 'resolve', in: 'release', release: ' 2.4.1 ' }, ['resolved: release 2.4.1']],
  [{ do: 'mute', until: 'events', count: '100' }, ['muted: events 100']],
  [{ do: 'mute', until: '1d', count: '' }, ['muted: time 1800086400000000000']],
  [{ do: 'typed', owner: ' Ben ', in: 'now', count: '100' }, ['owner: Ben']],
  [{ do: 'typed', owner: '', release: '2.4.1', in: 'now' }, ['resolved: release 2.4.1']],
  [{ do: 'typed', owner: '', release: '', meant: 'mine' }, ['owner: Ann']],
  [{ do: 'typed', owner: 'Ben', release: '', meant: 'mine' }, ['owner: Ben']],
  [{ do: 'reopen' }, ['resolved: ', 'muted: ']],
  [{ do: 'merge', into: 'b' }, ['merged: b']],
  [{ do: 'merge', into: 'a' }, []],
])('%o says %o', (fields, said) => {
  expect(action(fields)).toEqual(said)
})

test.each([
  [{}, 'Choose what is to be done.'],
  [{ do: 'typed', owner: '', release: ' ' }, 'Choose what is to be done.'],
  [{ do: 'drop tables' }, 'Choose what is to be done.'],
  [{ do: 'undo', batch: 'x' }, 'There is nothing to undo.'],
])('%o says why nothing is done', (fields, fault) => {
  expect(action(fields)).toEqual({ fault })
})

test.each([
  [{ do: 'mine' }, 'who'],
  [{ do: 'typed', meant: 'mine' }, 'who'],
  [{ do: 'assign', owner: ' ' }, 'owner'],
  [{ do: 'resolve', in: 'release', release: '' }, 'release'],
  [{ do: 'mute', until: 'events', count: '0' }, 'count'],
  [{ do: 'note', note: ' ' }, 'note'],
  [{ do: 'note', note: 'x'.repeat(4_001) }, 'note'],
  [{ do: 'merge', into: ' ' }, 'into'],
])('%o of somebody unnamed says which field to fill: %s', (fields, field) => {
  expect(action(fields, '')).toEqual({ fault: expect.stringMatching(/\w/), field })
})

test('whatever a form says, what is muted has a rule that wakes it, and what is resolved one that says since when', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('__proto__', 'events', 'sessions', 'rate', '1h', 'now', 'next', 'release', '7'),
  )
  fc.assert(
    fc.property(fc.constantFrom('mute', 'resolve'), text, text, text, (does, until, count, release) => {
      const said = action({ do: does, until, count, in: until, release })
      if (!Array.isArray(said)) return
      for (const [what = '', value = ''] of said.map(one => one.split(/: (.*)/s))) {
        expect(what === 'muted' ? readMuteRule(value) : readResolveRule(value)).toBeDefined()
      }
    }),
  )
})
