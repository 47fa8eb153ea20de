import { performance } from 'node:perf_hooks'
import type { KnownChannel } from '../channel.ts'
import type { AlertMessage } from '../message/alert-message.ts'
import { boundMessage, shortenToNames } from '../message/bound-message.ts'
import { writeAlertmanagerMessage } from './alertmanager.server.ts'
import { MailError, type MailSettings, sendMail } from './email.server.ts'
import {
  createGuardedFetch,
  GuardedFetchError,
  type GuardedRequest,
  postJson,
  type ResolveAll,
} from './guarded-fetch.server.ts'
import { writePagerdutyEvents } from './pagerduty.server.ts'
import { readAllowedReceivers } from './reachable-address.server.ts'
import { isFinalStatus, isGone, readRetryAfterMs } from './retry.ts'
import type { Sender, SendResult } from './sender.ts'
import { writeSlackMessage } from './slack.server.ts'
import { writeTeamsMessage } from './teams.server.ts'
import { signWebhook, writeWebhookMessage } from './webhook.server.ts'

interface SenderOptions {
  /** `config.alerts.allow` */
  readonly allow: readonly string[]
  readonly mail: MailSettings
  /** `config.desk.publicUrl` */
  readonly publicUrl: string
  /** @default Date.now */
  readonly nowMs?: () => number
  /** @default `dns.lookup` */
  readonly resolve?: ResolveAll
  /** Of each request. @default 10,000 */
  readonly timeoutMs?: number
}

type Outcome<Result = SendResult> = Result extends SendResult ? Omit<Result, 'durationMs'> : never

/** Events of PagerDuty that are sent at a time. */
const AT_ONCE = 5
/** Of all requests of a message, shorter than a claim of it lasts. */
const MAX_SEND_MS = 30_000

export function createSender({ allow, mail, publicUrl, nowMs = Date.now, resolve, timeoutMs }: SenderOptions): Sender {
  const guarded = createGuardedFetch({
    allowed: readAllowedReceivers(allow),
    ...(resolve && { resolve }),
    ...(timeoutMs && { timeoutMs }),
  })

  async function attempt(channel: KnownChannel, whole: AlertMessage): Promise<Outcome> {
    const message = channel.isBrief ? boundMessage(shortenToNames(whole)) : boundMessage(whole)
    if (channel.kind === 'email') return attemptMail(mail, channel.to.to, message)
    const requests = writeRequests(channel, message, { publicUrl, nowMs: nowMs() })
    const signal = AbortSignal.timeout(MAX_SEND_MS)
    let status = 0
    for (let i = 0; i < requests.length; i += AT_ONCE) {
      const answers = requests.slice(i, i + AT_ONCE).map(request => guarded.send({ ...request, signal }))
      const settled = await Promise.allSettled(answers)
      for (const of of settled) {
        if (of.status === 'rejected') return describeFailure(of.reason)
        status = of.value.status
        if (status >= 200 && status < 300) continue
        return {
          state: 'failed',
          status,
          reason: describeStatus(status),
          retryAfterMs: readRetryAfterMs(of.value.retryAfter, nowMs()),
          isFinal: isFinalStatus(status),
        }
      }
    }
    return { state: 'sent', status }
  }

  return {
    async send(channel, message) {
      const startedMs = performance.now()
      const result = await attempt(channel, message).catch(describeFailure)
      return { ...result, durationMs: performance.now() - startedMs }
    },
    close: () => guarded.close(),
  }
}

/** The requests that tell a message: one, or one an episode. */
function writeRequests(
  channel: Exclude<KnownChannel, { kind: 'email' }>,
  message: AlertMessage,
  { publicUrl, nowMs }: { publicUrl: string; nowMs: number },
): GuardedRequest[] {
  const { url } = channel.to
  switch (channel.kind) {
    case 'webhook': {
      const { url, secret } = channel.to
      const body = JSON.stringify(writeWebhookMessage(message))
      return [postJson(url, body, signWebhook({ id: message.id, secret, body, nowMs }))]
    }
    case 'slack':
      return [postJson(url, JSON.stringify(writeSlackMessage(message)))]
    case 'teams':
      return [postJson(url, JSON.stringify(writeTeamsMessage(message)))]
    case 'pagerduty':
      return writePagerdutyEvents(message, channel.to.routingKey).map(event => postJson(url, JSON.stringify(event)))
    case 'alertmanager':
      return [postJson(url, JSON.stringify(writeAlertmanagerMessage(message, publicUrl)))]
  }
}

async function attemptMail(mail: MailSettings, to: readonly string[], message: AlertMessage): Promise<Outcome> {
  if (mail.url === '') return failed('No e-mail is sent: ERRATA_SMTP_URL is not set.', { isFinal: true })
  return { state: 'sent', status: await sendMail(mail, to, message) }
}

function describeFailure(error: unknown): Outcome {
  if (error instanceof GuardedFetchError) return failed(error.message, { isFinal: error.isRefused })
  if (error instanceof MailError) return failed(error.message, { status: error.status, isFinal: error.status >= 500 })
  // A fault of ours: it is told where those are looked for.
  console.error(error)
  return failed('Errata could not write the message.')
}

function failed(reason: string, { status = 0, isFinal = false } = {}): Outcome {
  return { state: 'failed', status, reason, retryAfterMs: undefined, isFinal }
}

function describeStatus(status: number): string {
  if (status >= 300 && status < 400)
    return `The receiver redirects (${status}), which is not followed: give its final address.`
  if (isGone(status)) return 'The receiver is gone (410): the channel is turned off.'
  return `The receiver answered ${status}.`
}
