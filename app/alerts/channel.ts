import { z } from 'zod'

const url = z.url({ protocol: /^https?$/ }).max(2_000)
const address = z.email().max(254)

/** The address of a channel, by its kind. It is encrypted where it is stored, and never shown again. */
export const CHANNEL_KINDS = {
  /** JSON with a signature: https://github.com/standard-webhooks/standard-webhooks */
  webhook: z.object({ url, secret: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/) }),
  /** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
  slack: z.object({ url }),
  /** A workflow of Microsoft Teams that takes adaptive cards. */
  teams: z.object({ url }),
  /** https://developer.pagerduty.com/docs/events-api-v2-overview */
  pagerduty: z.object({
    url: url.default('https://events.pagerduty.com/v2/enqueue'),
    routingKey: z.string().min(8).max(64),
  }),
  /** A receiver of Alertmanager's webhooks: https://prometheus.io/docs/alerting/latest/configuration/#webhook_config */
  alertmanager: z.object({ url }),
  email: z.object({ to: z.array(address).min(1).max(20) }),
} as const

export type ChannelKind = keyof typeof CHANNEL_KINDS
export const isChannelKind = (text: string): text is ChannelKind => Object.hasOwn(CHANNEL_KINDS, text)

export const MAX_CHANNEL_NAME_CHARS = 60

/** The fields that all channels have. */
const general = z.object({
  name: z.string().trim().min(1).max(MAX_CHANNEL_NAME_CHARS),
  isEnabled: z.boolean().default(true),
  /** Sends names and links alone: no messages, values or stacks of telemetry. */
  isBrief: z.boolean().default(false),
})

export type AlertChannel = z.output<typeof general> &
  { [Kind in ChannelKind]: { readonly kind: Kind; readonly to: z.output<(typeof CHANNEL_KINDS)[Kind]> } }[ChannelKind]

/** A channel as it is known to a desk that has the key. */
export type KnownChannel = AlertChannel & { readonly id: string }

/** Reads a channel, and names faults as {@link parseRule} does. */
export function parseChannel(
  value: unknown,
): { readonly channel: AlertChannel } | { readonly faults: ReadonlyMap<string, string> } {
  const kind = z.object({ kind: z.string() }).safeParse(value).data?.kind ?? ''
  if (!isChannelKind(kind)) return { faults: new Map([['kind', 'There is no such kind of channel.']]) }
  const read = general.extend({ kind: z.literal(kind), to: CHANNEL_KINDS[kind] }).safeParse(value)
  if (read.success) return { channel: read.data as AlertChannel }
  return { faults: new Map(read.error.issues.map(({ path, message }) => [path.join('.'), message])) }
}
