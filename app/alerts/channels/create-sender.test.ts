import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { answer, startReceiver } from '../../../test/alerts/start-receiver.ts'
import type { AlertChannel, KnownChannel } from '../channel.ts'
import { makeEvent, makeMessage } from '../message/message.test-data.ts'
import { createSender } from './create-sender.server.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const NO_MAIL = { url: '', from: '', needsTls: true }
const general = { id: 'channel-1', name: 'Ops', isEnabled: true, isBrief: false }

/** A receiver whose address has a secret. */
async function receive(...answers: RequestListener[]) {
  const receiver = await startReceiver(...answers)
  return { ...receiver, url: `${receiver.url}/hook/secret-of-the-url` }
}

function open(options: Partial<Parameters<typeof createSender>[0]> = {}) {
  const sender = createSender({ allow: ['127.0.0.1'], mail: NO_MAIL, publicUrl: 'https://errata.example', ...options })
  const send = (channel: AlertChannel, message = makeMessage()) => sender.send({ ...general, ...channel }, message)
  return { send, [Symbol.asyncDispose]: () => sender.close() }
}

const channelOf = (of: Pick<KnownChannel, 'kind' | 'to'>, isBrief = false) =>
  ({ ...general, isBrief, ...of }) as KnownChannel
const webhook = (url: string) => channelOf({ kind: 'webhook', to: { url, secret: SECRET } })

describe('a webhook', () => {
  test('is verified by the library of Standard Webhooks, with the same id in all attempts', async () => {
    await using receiver = await receive(answer(500), answer(200))
    await using sender = open()
    expect(await sender.send(webhook(receiver.url))).toMatchObject({ state: 'failed', status: 500, isFinal: false })
    expect(await sender.send(webhook(receiver.url))).toMatchObject({ state: 'sent', status: 200 })
    const [first, second] = receiver.received
    for (const { headers, body } of receiver.received) {
      const text = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      expect(new Webhook(SECRET).verify(body, text)).toMatchObject({ type: 'alert.firing', data: { id: 'message-1' } })
    }
    expect(second?.headers['webhook-id']).toBe('message-1')
    expect(second?.body).toBe(first?.body)
  })

  test('is not verified with another secret', async () => {
    await using receiver = await receive(answer(200))
    await using sender = open()
    await sender.send(webhook(receiver.url))
    const { headers = {}, body = '' } = receiver.received[0] ?? {}
    const text = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    const other = new Webhook(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)
    expect(() => other.verify(body, text)).toThrow('No matching signature')
  })

  test('is tried again when the receiver says so', async () => {
    await using receiver = await receive(answer(429, { 'retry-after': '120' }))
    await using sender = open()
    expect(await sender.send(webhook(receiver.url))).toMatchObject({
      ...{ state: 'failed', status: 429, isFinal: false, retryAfterMs: 120_000 },
      reason: 'The receiver answered 429.',
    })
  })

  test('is given up when the receiver is gone', async () => {
    await using receiver = await receive(answer(410))
    await using sender = open()
    expect(await sender.send(webhook(receiver.url))).toMatchObject({
      ...{ state: 'failed', status: 410, isFinal: true },
      reason: 'The receiver is gone (410): the channel is turned off.',
    })
  })

  test('follows no redirect, such as to the metadata of a cloud', async () => {
    await using receiver = await receive(answer(302, { location: 'http://169.254.169.254/latest/meta-data/' }))
    await using sender = open()
    expect(await sender.send(webhook(receiver.url))).toMatchObject({
      ...{ state: 'failed', status: 302, isFinal: true },
      reason: 'The receiver redirects (302), which is not followed: give its final address.',
    })
  })

  test('that hangs has failed after the timeout', async () => {
    await using receiver = await receive(() => {})
    await using sender = open({ timeoutMs: 200 })
    const result = await sender.send(webhook(receiver.url))
    expect(result).toMatchObject({ state: 'failed', status: 0, isFinal: false })
    expect(result.durationMs).toBeGreaterThanOrEqual(190)
  })

  test('to a private address is refused for good, by a reason that names the setting', async () => {
    await using receiver = await receive(answer(200))
    await using sender = open({ allow: [] })
    expect(await sender.send(webhook(receiver.url))).toMatchObject({
      ...{ state: 'failed', status: 0, isFinal: true },
      reason: '127.0.0.1 is not on the internet: to allow it, name it or its network in ERRATA_ALERT_ALLOW.',
    })
    expect(receiver.received).toEqual([])
  })

  test('tells nothing of what the receiver said, nor the address', async () => {
    for (const status of [400, 500, 302]) {
      await using receiver = await receive(answer(status, {}, 'internal-answer'))
      await using sender = open()
      expect(JSON.stringify(await sender.send(webhook(receiver.url)))).not.toMatch(/internal-answer|secret-of/)
    }
  })
})

describe('other channels that are posted to', () => {
  test('get JSON', async () => {
    await using receiver = await receive(answer(200))
    await using sender = open()
    await sender.send(channelOf({ kind: 'slack', to: { url: receiver.url } }))
    await sender.send(channelOf({ kind: 'teams', to: { url: receiver.url } }))
    await sender.send(channelOf({ kind: 'alertmanager', to: { url: receiver.url } }))
    expect(receiver.received.map(({ headers }) => headers['content-type'])).toEqual(
      Array(3).fill('application/json; charset=utf-8'),
    )
    const [slack, teams, alertmanager] = receiver.received.map(({ body }) => JSON.parse(body))
    expect(slack.text).toContain('card.number.trim()')
    expect(teams.attachments[0].content.type).toBe('AdaptiveCard')
    expect(alertmanager.version).toBe('4')
  })

  test('get names and links alone if they are brief', async () => {
    await using receiver = await receive(answer(200))
    await using sender = open()
    await sender.send(channelOf({ kind: 'slack', to: { url: receiver.url } }, true))
    const { body = '' } = receiver.received[0] ?? {}
    expect(body).toContain('TypeError in checkout')
    expect(body).not.toMatch(/undefined|card\.number|pg-3/)
  })

  test('PagerDuty gets an event for each episode, and has failed if one has', async () => {
    await using receiver = await receive(answer(202), answer(429), answer(202))
    await using sender = open()
    const events = ['a', 'b', 'c'].map(id => makeEvent({ id, episode: id }))
    const to = { url: receiver.url, routingKey: 'key-1234' }
    const result = await sender.send(channelOf({ kind: 'pagerduty', to }), makeMessage({ events }))
    expect(result).toMatchObject({ state: 'failed', status: 429 })
    expect(receiver.received.map(({ body }) => JSON.parse(body).dedup_key).toSorted()).toEqual([
      ...['errata-a', 'errata-b', 'errata-c'],
    ])
  })
})

interface Mail {
  readonly to: readonly string[]
  readonly content: string
}

/** A mail server on loopback. */
async function receiveMail(options: SMTPServerOptions = {}) {
  const received: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, content: Buffer.concat(chunks).toString() })
        done()
      })
    },
    ...options,
  })
  // A client that goes away is no fault of the test.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const close = () => new Promise<void>(resolve => server.close(() => resolve()))
  return { port, received, [Symbol.asyncDispose]: close }
}

const settings = (url: string, more = {}) => ({
  mail: { url, from: 'Errata <errata@example.com>', needsTls: true, ...more },
})
const email = channelOf({ kind: 'email', to: { to: ['ops@example.com', 'dev@example.com'] } })

const refuse = (responseCode: number) => Object.assign(new Error('internal words of the server'), { responseCode })

describe('an e-mail', () => {
  test('is accepted by a mail server, with what makes it known when repeated', async () => {
    await using server = await receiveMail()
    await using sender = open(settings(`smtp://127.0.0.1:${server.port}`))
    expect(await sender.send(email)).toMatchObject({ state: 'sent', status: 250 })
    const [{ to = [], content = '' } = {}] = server.received
    expect(to).toEqual(['ops@example.com', 'dev@example.com'])
    const [head = ''] = content.split('\r\n\r\n', 1)
    expect(head).toMatch(/^From: Errata <errata@example\.com>\r$/m)
    expect(head).toMatch(/^Message-ID: <[0-9a-f]{32}@example\.com>\r$/m)
    expect(head).toMatch(/^References: <[0-9a-f]{32}@example\.com>\r$/m)
    expect(head).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(head).toMatch(/^Content-Type: multipart\/alternative;/m)
    expect(head).toMatch(/^Subject: \[Errata\] TypeError: x is undefined in checkout: new in 2\.4\.1\r$/m)
  })

  test('has no header that a stranger wrote', async () => {
    await using server = await receiveMail()
    await using sender = open(settings(`smtp://127.0.0.1:${server.port}`))
    await sender.send(email, makeMessage({ title: 'a\r\nBcc: evil@example.com\r\n\r\nbody' }))
    const [{ to = [], content = '' } = {}] = server.received
    expect(to).toEqual(['ops@example.com', 'dev@example.com'])
    expect(content).not.toMatch(/^Bcc:/im)
  })

  test('is tried again when the server is busy, and not after a refusal', async () => {
    for (const [status, isFinal] of [
      [451, false],
      [550, true],
    ] as const) {
      await using server = await receiveMail({ onMailFrom: (_address, _session, done) => done(refuse(status)) })
      await using sender = open(settings(`smtp://127.0.0.1:${server.port}`))
      expect(await sender.send(email)).toMatchObject({
        ...{ state: 'failed', status, isFinal },
        reason: `The mail server refused the message with ${status}.`,
      })
    }
  })

  test('is not sent by a server that has gone', async () => {
    const server = await receiveMail()
    await server[Symbol.asyncDispose]()
    await using sender = open(settings(`smtp://127.0.0.1:${server.port}`))
    expect(await sender.send(email)).toMatchObject({
      ...{ state: 'failed', status: 0, isFinal: false },
      reason: 'The mail server refused the connection.',
    })
  })

  test('tells no password to a server without TLS', async () => {
    let passwords = 0
    const onAuth: SMTPServerOptions['onAuth'] = (_auth, _session, done) => {
      passwords++
      done(null, { user: 'u' })
    }
    await using server = await receiveMail({ onAuth, allowInsecureAuth: true })
    const url = `smtp://user:pass%40word@127.0.0.1:${server.port}`
    await using sender = open(settings(url))
    expect(await sender.send(email)).toMatchObject({
      state: 'failed',
      reason: 'The mail server offers no TLS, without which the password of ERRATA_SMTP_URL is not sent.',
    })
    expect(passwords).toBe(0)
    await using trusting = open(settings(url, { needsTls: false }))
    expect(await trusting.send(email)).toMatchObject({ state: 'sent' })
    expect(passwords).toBe(1)
  })

  test('names a wrong password as such, and not what it is', async () => {
    await using server = await receiveMail({
      allowInsecureAuth: true,
      onAuth: (auth, _session, done) => done(new Error(`not ${auth.password}`)),
    })
    await using sender = open(settings(`smtp://user:hunter2@127.0.0.1:${server.port}`, { needsTls: false }))
    const result = await sender.send(email)
    expect(result).toMatchObject({ state: 'failed', status: 535, isFinal: true })
    expect('reason' in result && result.reason).toBe(
      'The mail server did not accept the user name and password of ERRATA_SMTP_URL.',
    )
  })

  test('is not sent without a mail server, by a reason that names the setting', async () => {
    await using sender = open()
    expect(await sender.send(email)).toMatchObject({
      ...{ state: 'failed', isFinal: true },
      reason: 'No e-mail is sent: ERRATA_SMTP_URL is not set.',
    })
  })
})
