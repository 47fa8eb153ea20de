import { expect, test } from 'vitest'
import { CHANNEL_KINDS, type ChannelKind, type KnownChannel } from '../../alerts/channel.ts'
import { layoutChannelForm, maskTargets, readChannelFields, unaskedFields } from './channel-fields.server.ts'

const KINDS = Object.keys(CHANNEL_KINDS) as ChannelKind[]
const form = (fields: Record<string, string>) => new URLSearchParams({ isEnabled: '1', ...fields })
const URL_TEXT = 'https://hooks.example.com/services/T0/abcdWXYZ'
const slack: KnownChannel = {
  ...{ id: 'c', kind: 'slack', name: 'Slack', isEnabled: true, isBrief: false },
  to: { url: URL_TEXT },
}

test.each(KINDS)('the form of a channel of the kind %s asks for all that nobody else gives', kind => {
  expect(unaskedFields(kind)).toEqual({ webhook: ['secret'], pagerduty: ['url'] }[kind as string] ?? [])
})

test('a webhook has a secret that is generated, another each time', () => {
  const secrets = [1, 2].map(() => {
    const read = readChannelFields(form({ kind: 'webhook', name: 'Hook', url: 'https://example.com' }), undefined)
    return 'channel' in read && read.channel.kind === 'webhook' ? read.channel.to.secret : ''
  })
  expect(secrets[0]).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(secrets[0]).not.toBe(secrets[1])
})

test('addresses are separated by commas or spaces', () => {
  const read = readChannelFields(
    form({ kind: 'email', name: 'Mail', to: 'ann@a.example, ben@a.example cleo@a.example' }),
    undefined,
  )
  expect(read).toMatchObject({ channel: { to: { to: ['ann@a.example', 'ben@a.example', 'cleo@a.example'] } } })
})

test('a secret stays where its field is empty, and nothing else does', () => {
  expect(readChannelFields(new URLSearchParams({ name: 'Other', url: '' }), slack)).toEqual({
    channel: { kind: 'slack', name: 'Other', isEnabled: false, isBrief: false, to: { url: URL_TEXT } },
  })
})

test('a secret is replaced by what its field has', () => {
  const read = readChannelFields(form({ name: 'Slack', url: 'https://other.example' }), slack)
  expect(read).toMatchObject({ channel: { to: { url: 'https://other.example' } } })
})

test('of a secret the form has the last four characters alone', () => {
  const shown = JSON.stringify(layoutChannelForm('slack', { old: slack }))
  expect(shown).toContain('…WXYZ')
  expect(shown).not.toContain('abcd')
  expect(shown).not.toContain('hooks.example.com')
})

test('of addresses of e-mail lists have the first letters and the hosts', () => {
  const mail: KnownChannel = { ...slack, kind: 'email', to: { to: ['ann@a.example', 'ben@b.example'] } }
  expect(maskTargets(mail)).toBe('a…@a.example, b…@b.example')
})

test.each([
  [
    { kind: 'slack', name: 'Slack', url: 'ftp://example.com' },
    'url',
    'An address that begins with https:// is needed.',
  ],
  [{ kind: 'slack', name: '', url: URL_TEXT }, 'name', 'A name of 1 to 60 characters is needed.'],
  [{ kind: 'email', name: 'Mail', to: 'ann' }, 'to', '1 to 20 addresses, separated by commas, are needed.'],
  [
    { kind: 'pagerduty', name: 'Pager', routingKey: 'short' },
    'routingKey',
    'An integration key of 8 to 64 characters is needed.',
  ],
])('what is wrong with %j is said at its field', (fields, name, fault) => {
  expect(readChannelFields(form(fields), undefined)).toEqual({ faults: new Map([[name, fault]]) })
})
