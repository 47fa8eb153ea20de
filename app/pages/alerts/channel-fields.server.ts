import { randomBytes } from 'node:crypto'
import {
  type AlertChannel,
  CHANNEL_KINDS,
  type ChannelKind,
  isChannelKind,
  type KnownChannel,
  MAX_CHANNEL_NAME_CHARS,
  parseChannel,
} from '../../alerts/channel.ts'

/** A field of where a channel sends: a secret, which is never shown again. */
export interface ChannelField {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly placeholder: string
  readonly hint: string
  readonly fault?: string | undefined
}

/** The form of a channel as it is drawn. */
export interface ChannelForm {
  /** '' for a new one. */
  readonly id: string
  readonly kind: ChannelKind
  readonly name: string
  readonly nameFault?: string | undefined
  readonly isEnabled: boolean
  readonly isBrief: boolean
  readonly fields: readonly ChannelField[]
  readonly hint: string
}

interface FieldText {
  readonly label: string
  readonly placeholder: string
  readonly hint: string
  readonly fault: string
}

const URL_FAULT = 'An address that begins with https:// is needed.'
const address = (label: string, placeholder: string, hint = ''): FieldText => ({
  ...{ label, placeholder, hint, fault: URL_FAULT },
})

/** Name, hint and fields of each kind; fields by their names in the schema. What we generate is not asked for. */
const KINDS: {
  readonly [Kind in ChannelKind]: {
    readonly label: string
    readonly hint: string
    readonly fields: Readonly<Record<string, FieldText>>
  }
} = {
  slack: {
    label: 'Slack',
    hint: 'An incoming webhook of Slack, or of what understands its messages, such as Mattermost.',
    fields: { url: address('Webhook URL', 'https://hooks.slack.com/services/…') },
  },
  webhook: {
    label: 'Webhook',
    hint: 'JSON with a signature (Standard Webhooks). The secret is generated, and shown once after saving.',
    fields: { url: address('URL', 'https://example.com/alerts') },
  },
  teams: {
    label: 'Teams',
    hint: 'A workflow of Microsoft Teams that posts adaptive cards.',
    fields: { url: address('Workflow URL', 'https://…') },
  },
  pagerduty: {
    label: 'PagerDuty',
    hint: 'An integration of the kind Events API v2.',
    fields: {
      routingKey: {
        ...{ label: 'Integration key', placeholder: '', hint: '' },
        fault: 'An integration key of 8 to 64 characters is needed.',
      },
    },
  },
  alertmanager: {
    label: 'Alertmanager-compatible',
    hint: 'What receives webhooks of Prometheus Alertmanager.',
    fields: { url: address('URL', 'https://example.com/webhook') },
  },
  email: {
    label: 'E-mail',
    hint: 'Needs ERRATA_SMTP_URL and ERRATA_MAIL_FROM on each desk.',
    fields: {
      to: {
        ...{ label: 'To', placeholder: 'ann@example.com, ben@example.com', hint: 'At most 20, separated by commas.' },
        fault: '1 to 20 addresses, separated by commas, are needed.',
      },
    },
  },
}

export const CHANNEL_KIND_LABELS = Object.fromEntries(
  Object.entries(KINDS).map(([kind, { label }]) => [kind, label]),
) as Readonly<Record<ChannelKind, string>>

export const listChannelKinds = () =>
  (Object.keys(KINDS) as ChannelKind[]).map(kind => ({ kind, label: KINDS[kind].label }))

/** The secret of a webhook: 32 random bytes. @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** The last four characters of each secret, by which it is known again; of addresses of e-mail, their first letters and their hosts. */
export function maskTargets(channel: KnownChannel): string {
  switch (channel.kind) {
    case 'email':
      return channel.to.to.map(each => each.replace(/^(.)[^@]*/, '$1…')).join(', ')
    case 'pagerduty':
      return `…${channel.to.routingKey.slice(-4)}`
    default:
      return `…${channel.to.url.slice(-4)}`
  }
}

/**
 * Reads the form of a channel.
 *
 * @param old The channel that is changed, whose secrets stay where their fields are empty.
 * @returns Faults by the name of the field, a sentence each.
 */
export function readChannelFields(
  fields: URLSearchParams,
  old: KnownChannel | undefined,
): { readonly channel: AlertChannel } | { readonly faults: ReadonlyMap<string, string> } {
  const kind = old?.kind ?? fields.get('kind') ?? ''
  if (!isChannelKind(kind)) return { faults: new Map([['kind', 'There is no such kind of channel.']]) }
  const given = Object.entries(KINDS[kind].fields).flatMap(([name]) => {
    const text = fields.get(name)?.trim() ?? ''
    if (text === '') return []
    return [[name, kind === 'email' ? text.split(/[\s,;]+/).filter(Boolean) : text]]
  })
  const read = parseChannel({
    ...{ kind, name: fields.get('name') ?? '', isEnabled: fields.has('isEnabled'), isBrief: fields.has('isBrief') },
    to: { ...(kind === 'webhook' ? { secret: newWebhookSecret() } : {}), ...old?.to, ...Object.fromEntries(given) },
  })
  if ('channel' in read) return read
  return { faults: new Map([...read.faults.keys()].map(path => faultOf(kind, path))) }
}

function faultOf(kind: ChannelKind, path: string): [name: string, fault: string] {
  const name = path.split('.')[1] ?? path
  const known = KINDS[kind].fields[name]?.fault
  return known === undefined
    ? ['name', `A name of 1 to ${MAX_CHANNEL_NAME_CHARS} characters is needed.`]
    : [name, known]
}

interface LayoutOptions {
  /** The channel that is changed; `undefined` for a new one. */
  readonly old?: KnownChannel | undefined
  /** What was sent, also what cannot be read. */
  readonly sent?: URLSearchParams | undefined
  readonly faults?: ReadonlyMap<string, string>
}

export function layoutChannelForm(
  kind: ChannelKind,
  { old, sent, faults = new Map() }: LayoutOptions = {},
): ChannelForm {
  const { label, hint, fields } = KINDS[kind]
  const stays = old && `Empty to keep ${maskTargets(old)}.`
  return {
    ...{ id: old?.id ?? '', kind, name: sent?.get('name') ?? old?.name ?? label, nameFault: faults.get('name') },
    isEnabled: sent?.has('isEnabled') ?? old?.isEnabled ?? true,
    isBrief: sent?.has('isBrief') ?? old?.isBrief ?? false,
    fields: Object.entries(fields).map(([name, of]) => ({
      ...{ name, label: of.label, value: sent?.get(name) ?? '', placeholder: old ? maskTargets(old) : of.placeholder },
      ...{ hint: stays ?? of.hint, fault: faults.get(name) },
    })),
    hint,
  }
}

/** Fields that a kind's schema has and the form does not ask for, for the test that none is missing. */
export const unaskedFields = (kind: ChannelKind) =>
  Object.keys(CHANNEL_KINDS[kind].shape).filter(name => !Object.hasOwn(KINDS[kind].fields, name))
