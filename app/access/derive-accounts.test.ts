import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AccountEvent } from './account-event.ts'
import {
  deriveAccounts,
  findActivePerson,
  findSessionPerson,
  findTokenRole,
  SESSION_LIMITS,
} from './derive-accounts.ts'
import { ROLES } from './roles.ts'

let nth = 0
type EventOf<What extends AccountEvent['what']> = Extract<AccountEvent, { readonly what: What }>

function happen<What extends AccountEvent['what']>(
  what: What,
  subject: string,
  content: EventOf<What>['content'],
  atMs = ++nth,
): AccountEvent {
  return { subject, what, content, atMs, id: String(++nth) } as AccountEvent
}

const ann = (method: 'password' | 'oidc' = 'password') => [
  happen('person', 'ann', { by: '', name: 'Ann', email: 'ann@example.com', method, issuer: '', sub: '' }),
  happen('role', 'ann', { by: '', role: 'triager' }),
]
const signIn = (atMs: number) =>
  happen('session-started', 's', { person: 'ann', method: 'password', refreshToken: '' }, atMs)

test('the last event of a type holds', () => {
  const { people } = deriveAccounts([...ann(), happen('role', 'ann', { by: 'root', role: 'admin' })])
  expect(people.get('ann')).toMatchObject({ name: 'Ann', role: 'admin', isDisabled: false })
})

test('who was never given a role reads', () => {
  expect(deriveAccounts(ann().slice(0, 1)).people.get('ann')?.role).toBe('viewer')
})

test('of a removed person nothing is left, and nothing brings them back', () => {
  const accounts = deriveAccounts([...ann(), happen('removed', 'ann', { by: 'root' }), ...ann()])
  expect(accounts.people.get('ann')).toMatchObject({ name: '', email: '', isRemoved: true })
  expect(findActivePerson(accounts, 'ann')).toBeUndefined()
})

test('a session ends by its end, by a sign-out everywhere, with its person, and by its age', () => {
  const began = 1_000_000
  const person = (...events: AccountEvent[]) => {
    const accounts = deriveAccounts([...ann(), signIn(began), ...events])
    const session = accounts.sessions.get('s')
    return session && findSessionPerson(accounts, session, began + 1)?.id
  }
  expect(person()).toBe('ann')
  expect(person(happen('session-ended', 's', { by: 'ann' }, began + 1))).toBeUndefined()
  expect(person(happen('signed-out-everywhere', 'ann', { by: 'ann' }, began + 1))).toBeUndefined()
  expect(person(happen('signed-out-everywhere', 'ann', { by: 'ann' }, began - 1))).toBe('ann')
  expect(person(happen('disabled', 'ann', { by: 'root', disabled: true }))).toBeUndefined()
  expect(person(happen('removed', 'ann', { by: 'root' }))).toBeUndefined()
  const accounts = deriveAccounts([...ann(), signIn(began)])
  const [session] = accounts.sessions.values()
  const end = began + SESSION_LIMITS.absoluteMs.password
  expect(session && findSessionPerson(accounts, session, end - 1)?.id).toBe('ann')
  expect(session && findSessionPerson(accounts, session, end)).toBeUndefined()
})

test('a token does never more than its owner may, and is dead with them, when it expires and when it is ended', () => {
  const made = (owner: string) =>
    happen('token-made', 't', {
      by: 'ann',
      owner,
      name: 'ci',
      secretHash: '',
      role: 'admin',
      scopes: ['admin'],
      untilMs: 50,
    })
  const roleOf = (nowMs: number, ...events: AccountEvent[]) => {
    const accounts = deriveAccounts([...ann(), ...events])
    const token = accounts.tokens.get('t')
    return token && findTokenRole(accounts, token, nowMs)
  }
  expect(roleOf(49, made('ann'))).toBe('triager')
  expect(roleOf(50, made('ann'))).toBeUndefined()
  expect(roleOf(49, made(''))).toBe('admin')
  expect(roleOf(49, made('ann'), happen('removed', 'ann', { by: '' }))).toBeUndefined()
  expect(roleOf(49, made(''), happen('token-ended', 't', { by: 'ann' }))).toBeUndefined()
})

const subject = fc.constantFrom('a', 'b')
const content = fc.oneof(
  fc.record({
    what: fc.constant('person' as const),
    content: fc.record({
      ...{
        by: subject,
        name: fc.constantFrom('A', 'B'),
        email: fc.constant('e'),
        issuer: fc.constant(''),
        sub: fc.constant(''),
      },
      method: fc.constantFrom('password' as const, 'oidc' as const),
    }),
  }),
  fc.record({
    what: fc.constant('role' as const),
    content: fc.record({ by: subject, role: fc.constantFrom(...ROLES) }),
  }),
  fc.record({ what: fc.constant('disabled' as const), content: fc.record({ by: subject, disabled: fc.boolean() }) }),
  fc.record({
    what: fc.constantFrom('removed', 'signed-out-everywhere', 'session-ended'),
    content: fc.record({ by: subject }),
  }),
  fc.record({
    what: fc.constant('session-started' as const),
    content: fc.record({ person: subject, method: fc.constant('password' as const), refreshToken: fc.constant('') }),
  }),
)
const someEvents = fc.array(
  fc
    .tuple(subject, fc.nat(20), fc.nat(9), content)
    .map(
      ([of, atMs, id, told]) =>
        ({ subject: of, atMs, id: `${told.what}${id}${JSON.stringify(told.content)}`, ...told }) as AccountEvent,
    ),
  { maxLength: 40 },
)

test('in whatever order and however often events are read, the same holds', () => {
  fc.assert(
    fc.property(someEvents, fc.infiniteStream(fc.nat()), (events, random) => {
      const shuffled = [...events, ...events.slice(0, 7)]
        .map(event => [random.next().value, event] as const)
        .toSorted(([one], [other]) => one - other)
        .map(([, event]) => event)
      const plain = ({ people, sessions }: ReturnType<typeof deriveAccounts>) => [
        Object.fromEntries(people),
        Object.fromEntries(sessions),
      ]
      expect(plain(deriveAccounts(shuffled))).toEqual(plain(deriveAccounts(events)))
    }),
  )
})
