import { expect, test } from 'vitest'
import type { SessionEvent } from '../../../store/sessions/list-session-events.ts'
import { addUserActions, mergeVitals } from './arrange-steps.ts'
import { describeEvent, describeRow } from './describe-event.ts'

const SECOND_NS = 1_000_000_000n
const step = (atNs: bigint, of: Partial<SessionEvent> = {}): SessionEvent => ({
  ...{ id: String(atNs), atNs, kind: 'log', service: 'web', route: '/cart', name: '', traceId: 'page', spanId: '' },
  ...{ durationNs: 0n, isRoot: false, failed: false, attributes: {} },
  ...of,
})
const vital = (atNs: bigint, name: string, rating: string, traceId = 'page') =>
  step(atNs, {
    ...{ name: 'browser.web_vital', traceId },
    attributes: {
      'browser.web_vital.name': name,
      'browser.web_vital.value': '0.5',
      'browser.web_vital.rating': rating,
    },
  })
const exception = (atNs: bigint, actions: string) =>
  step(atNs, { kind: 'exception', failed: true, attributes: { 'errata.user_actions': actions } })
const clicks = (...seconds: readonly number[]) =>
  JSON.stringify(seconds.map(secondsBefore => ({ type: 'click', target: 'button.add', secondsBefore })))

test('the web vitals of a page are one event, where the last was reported, each with its rating; those of another page are their own', () => {
  const steps = [
    ...[vital(1n, 'cls', 'good'), step(2n, { kind: 'span' }), vital(3n, 'inp', 'needs-improvement')],
    ...[vital(4n, 'cls', 'poor', 'other')],
  ]
  expect(mergeVitals(steps.map(describeRow)).map(({ atNs, title, facts }) => [atNs, title, facts])).toEqual([
    [2n, 'unnamed span', undefined],
    [
      3n,
      'Web vitals',
      [
        { label: 'INP 500 µs needs improvement', kind: 'warn' },
        { label: 'CLS 0.500', kind: '' },
      ],
    ],
    [4n, 'Web vitals', [{ label: 'CLS 0.500 poor', kind: 'bad' }]],
  ])
})

test('actions of the visitor stand where they happened, once, however many exceptions tell of them', () => {
  const at = (seconds: bigint) => seconds * SECOND_NS
  const steps = [
    step(at(1n), { attributes: { body: 'a' } }),
    exception(at(5n), clicks(2, 9)),
    exception(at(6n), clicks(3)),
  ]
  expect(addUserActions(steps).map(of => [of.atNs, of.kind, describeEvent(of).title])).toMatchObject([
    [at(1n), 'log', 'a'],
    [at(3n), 'log', 'Click on button.add'],
    [at(5n), 'exception', expect.any(String)],
    [at(6n), 'exception', expect.any(String)],
  ])
})

test.each(['', '{', '[{"type":"click"}]', '[{"type":"click","target":"a","secondsBefore":-1}]', 'null'])(
  'actions that cannot be read are left out: %s',
  actions => {
    expect(addUserActions([exception(SECOND_NS, actions)])).toHaveLength(1)
  },
)
