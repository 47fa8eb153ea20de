import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AlertMessage } from '../message/alert-message.ts'
import { boundMessage } from '../message/bound-message.ts'
import { BEGAN_MS, makeEvent, makeItem, makeMessage } from '../message/message.test-data.ts'
import { writeAlertmanagerMessage } from './alertmanager.server.ts'
import { writeMail } from './email.server.ts'
import { writePagerdutyEvents } from './pagerduty.server.ts'
import { writeSlackMessage } from './slack.server.ts'
import { writeTeamsMessage } from './teams.server.ts'
import { signWebhook, writeWebhookMessage } from './webhook.server.ts'

const FROM = 'Errata <errata@example.com>'

/** All texts in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** A message in which strangers wrote whatever they want wherever they can. */
const hostile = fc.string({
  unit: fc.constantFrom(...'<>&|@`*_[]()!"\'\n\r\u0000\u2028\u202Eab: /', '<!channel>', '</pre>', '😀'),
})
const hostileMessage: fc.Arbitrary<AlertMessage> = fc
  .record({
    title: hostile,
    label: hostile,
    why: hostile,
    fact: hostile,
    code: hostile,
    note: hostile,
    service: hostile,
  })
  .map(({ title, label, why, fact, code, note, service }) =>
    boundMessage(
      makeMessage({
        title,
        rules: [note],
        items: Array.from({ length: 10 }, () =>
          makeItem({ label, why, code, facts: Array.from({ length: 12 }, () => ({ name: fact, text: fact })) }),
        ),
        more: 3,
        notes: [note],
        events: [makeEvent({ content: { label, why, service, ruleName: note, operation: fact } })],
      }),
    ),
  )

describe('Slack', () => {
  test('is told all in the text, and in blocks', () => {
    expect(writeSlackMessage(makeMessage({ more: 2 }))).toEqual({
      text: expect.stringMatching(/^TypeError: x is undefined in checkout: new in 2\.4\.1\n\n[\s\S]*Exceptions: 14/),
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: '*<https://errata.example/alerts|TypeError: x is undefined in checkout: new in 2.4.1>*',
            verbatim: true,
          },
        },
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: [
              '*<https://errata.example/issues/5a1c0f2e9b7d3c46?from=1|TypeError: x is undefined>*',
              'new in 2.4.1',
              'Exceptions: 14',
              'In common: host pg-3 100 % (others 33 %)',
              '```pay.ts:12 in charge\n  card.number.trim()```',
              '<https://errata.example/issues/5a1c0f2e9b7d3c46?from=1|Issue> · <https://errata.example/traces/aa?span=bb|Trace>',
            ].join('\n'),
            verbatim: true,
          },
        },
        {
          type: 'context',
          elements: [
            {
              type: 'mrkdwn',
              text: '<https://errata.example/alerts|and 2 more>\nRule: New issue in production',
              verbatim: true,
            },
          ],
        },
      ],
    })
  })

  test('is not told twice what the title says', () => {
    const [, item = ''] = textsIn(writeSlackMessage(makeMessage())).filter(text => text.includes('pg-3'))
    expect(item).toMatch(/^Exceptions: 14\n/)
  })

  test('reads no markup of strangers, whatever they write, and gets no more than it takes', () => {
    fc.assert(
      fc.property(hostileMessage, message => {
        const body = writeSlackMessage(message)
        for (const text of textsIn(body)) {
          const own = text.replace(/<https:\/\/errata\.example\/[^<>|\s]*\|[^<>]*>/g, '')
          expect(own).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/)
          expect(own).not.toMatch(/@(channel|here|everyone|all)\b/)
          expect(text.length).toBeLessThanOrEqual(3_000)
        }
        expect(JSON.stringify(body).length).toBeLessThan(40_000)
        expect('blocks' in body && Array.isArray(body.blocks) ? body.blocks.length : 99).toBeLessThanOrEqual(50)
      }),
    )
  })

  test('ends no block of code where a stranger wrote backticks', () => {
    const items = [makeItem({ code: 'a ``` *b*' })]
    const [, item = ''] = textsIn(writeSlackMessage(makeMessage({ items }))).filter(text => text.includes('pg-3'))
    expect(item.match(/```/g)).toHaveLength(2)
  })

  test('tells nobody by a mention that a stranger wrote, also where others take its messages', () => {
    const text = textsIn(writeSlackMessage(makeMessage({ title: 'hi <!channel> @everyone a@hereford' })))[0]
    expect(text).toMatch(/^hi &lt;!channel&gt; @\u200Beveryone a@hereford\n/)
  })
})

describe('Teams', () => {
  test('gets an adaptive card whose texts are runs, which have no Markdown', () => {
    fc.assert(
      fc.property(hostileMessage, message => {
        const body = writeTeamsMessage(message)
        expect(JSON.stringify(body)).not.toContain('"TextBlock"')
        expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(28_000)
      }),
    )
  })

  test('is told what happened, the facts and the links', () => {
    const texts = textsIn(writeTeamsMessage(makeMessage()))
    expect(texts).toEqual(
      expect.arrayContaining([
        'TypeError: x is undefined in checkout: new in 2.4.1',
        'Exceptions: ',
        '14',
        'pay.ts:12 in charge\n  card.number.trim()',
        'https://errata.example/traces/aa?span=bb',
        'Rule: New issue in production',
      ]),
    )
  })

  test('is told how many did not fit', () => {
    const facts = Array.from({ length: 12 }, () => ({ name: 'é'.repeat(100), text: '漢'.repeat(300) }))
    const items = Array.from({ length: 10 }, () => makeItem({ label: '漢'.repeat(300), why: '漢'.repeat(500), facts }))
    const body = writeTeamsMessage(makeMessage({ items, more: 5 }))
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(28_000)
    const shown = textsIn(body).filter(text => text === '漢'.repeat(300)).length
    expect(shown).toBeGreaterThan(0)
    expect(textsIn(body)).toContain(`and ${15 - shown} more`)
  })
})

test('nothing is said in an empty block where the title says all', () => {
  const message = makeMessage({ items: [makeItem({ facts: [], code: '', links: [] })], rules: [] })
  expect(writeSlackMessage(message)).toMatchObject({ blocks: [{ type: 'section' }] })
  expect(JSON.stringify(writeTeamsMessage(message))).not.toContain('"Container"')
})

describe('PagerDuty', () => {
  const events = (message: AlertMessage) => writePagerdutyEvents(message, 'key-1')

  test('is triggered by the episode', () => {
    expect(events(makeMessage())).toEqual([
      {
        routing_key: 'key-1',
        event_action: 'trigger',
        dedup_key: 'errata-episode-1',
        client: 'Errata',
        client_url: 'https://errata.example/issues/5a1c0f2e9b7d3c46?from=1',
        links: [
          { text: 'Issue', href: 'https://errata.example/issues/5a1c0f2e9b7d3c46?from=1' },
          { text: 'Trace', href: 'https://errata.example/traces/aa?span=bb' },
        ],
        payload: {
          summary: 'TypeError: x is undefined in checkout: new in 2.4.1',
          source: 'checkout',
          severity: 'error',
          timestamp: '2026-11-29T12:00:00.000Z',
          group: 'production',
          class: 'New issue in production',
          custom_details: {
            rule: 'New issue in production',
            release: '2.4.1',
            Exceptions: '14',
            'In common': 'host pg-3 100 % (others 33 %)',
            code: 'pay.ts:12 in charge\n  card.number.trim()',
            notes: [],
          },
        },
      },
    ])
  })

  test('is resolved by the same key', () => {
    expect(events(makeMessage({ what: 'resolved', events: [makeEvent({ id: 'event-2', what: 'resolved' })] }))).toEqual(
      [{ routing_key: 'key-1', event_action: 'resolve', dedup_key: 'errata-episode-1' }],
    )
  })

  test('gets an event an episode, at most ten alerts, the last with a link to the others', () => {
    const many = Array.from({ length: 14 }, (_, i) => makeEvent({ id: `event-${i}`, episode: `episode-${i % 13}` }))
    const sent = events(makeMessage({ events: many }))
    expect(sent).toHaveLength(10)
    expect(sent[9]).toMatchObject({
      links: expect.arrayContaining([{ text: 'and 3 more', href: 'https://errata.example/alerts' }]),
    })
  })

  test('gets a summary that it takes, whatever strangers wrote', () => {
    fc.assert(
      fc.property(hostileMessage, message => {
        for (const event of events(message)) {
          expect(event).toMatchObject({ payload: { summary: expect.stringMatching(/^.{1,1024}$/u) } })
        }
      }),
    )
  })
})

describe('a receiver of Alertmanager', () => {
  test('gets what Alertmanager would send', () => {
    expect(writeAlertmanagerMessage(makeMessage(), 'https://errata.example')).toEqual({
      version: '4',
      groupKey: 'errata:rule-1',
      truncatedAlerts: 0,
      status: 'firing',
      receiver: 'errata',
      groupLabels: { alertname: 'New issue in production' },
      commonLabels: expect.objectContaining({ service: 'checkout' }),
      commonAnnotations: {},
      externalURL: 'https://errata.example',
      alerts: [
        {
          status: 'firing',
          labels: {
            alertname: 'New issue in production',
            rule: 'rule-1',
            subject: '5a1c0f2e9b7d3c46',
            service: 'checkout',
            environment: 'production',
            issue: '5a1c0f2e9b7d3c46',
          },
          annotations: {
            summary: 'TypeError: x is undefined in checkout: new in 2.4.1',
            description:
              'Exceptions: 14\nIn common: host pg-3 100 % (others 33 %)\npay.ts:12 in charge\n  card.number.trim()\nRule: New issue in production',
            release: '2.4.1',
          },
          startsAt: '2026-11-29T12:00:00.000Z',
          endsAt: '0001-01-01T00:00:00Z',
          generatorURL: 'https://errata.example/issues/5a1c0f2e9b7d3c46?from=1',
          fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
        },
      ],
    })
  })

  test('knows an alert that ended by labels and fingerprint', () => {
    const read = (message: AlertMessage) => JSON.parse(JSON.stringify(writeAlertmanagerMessage(message, 'https://e')))
    const firing = read(makeMessage())
    const event = makeEvent({ id: 'event-2', what: 'resolved', content: { release: '2.4.2', why: 'not for 5 min' } })
    const resolved = read(makeMessage({ what: 'resolved', events: [event] }))
    expect(resolved.status).toBe('resolved')
    expect(resolved.alerts[0].labels).toEqual(firing.alerts[0].labels)
    expect(resolved.alerts[0].fingerprint).toBe(firing.alerts[0].fingerprint)
    expect(resolved.alerts[0].endsAt).toBe('2026-11-29T12:01:00.000Z')
  })
})

describe('a webhook', () => {
  test('names what happened, with the time of the event', () => {
    expect(writeWebhookMessage(makeMessage())).toMatchObject({
      type: 'alert.firing',
      timestamp: '2026-11-29T12:01:00.000Z',
      data: {
        id: 'message-1',
        title: 'TypeError: x is undefined in checkout: new in 2.4.1',
        began: '2026-11-29T12:00:00.000Z',
        events: [{ id: 'event-1', episode: 'episode-1', service: 'checkout', from: '2026-11-29T11:59:00.000Z' }],
      },
    })
  })

  test('is signed as in the example of the specification', () => {
    expect(
      signWebhook({
        id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        body: '{"test": 2432232314}',
        nowMs: 1_614_265_330_999,
      }),
    ).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })
})

describe('an e-mail', () => {
  test('is the same in all attempts, and known as an answer of no person', () => {
    const mail = writeMail(makeMessage(), FROM, ['ops@example.com'])
    expect(mail).toMatchObject({
      from: FROM,
      to: [{ name: '', address: 'ops@example.com' }],
      subject: '[Errata] TypeError: x is undefined in checkout: new in 2.4.1',
      messageId: expect.stringMatching(/^<[0-9a-f]{32}@example\.com>$/),
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    expect(writeMail(makeMessage({ title: 'other' }), FROM, []).messageId).toBe(mail.messageId)
  })

  test('is in the conversation of its issue, else of its episode', () => {
    const threadOf = (message: AlertMessage) => writeMail(message, FROM, []).references[0]
    const other = makeEvent({ id: 'event-2', episode: 'episode-2', what: 'resolved' })
    expect(threadOf(makeMessage({ id: 'message-2', events: [other] }))).toBe(threadOf(makeMessage()))
    const ofService = (episode: string) => makeMessage({ events: [makeEvent({ episode, content: { issue: '' } })] })
    expect(threadOf(ofService('episode-2'))).not.toBe(threadOf(ofService('episode-3')))
  })

  test('has a subject of one line and no tag of strangers, whatever they write', () => {
    fc.assert(
      fc.property(hostileMessage, message => {
        const { subject, html, text } = writeMail(message, FROM, ['ops@example.com'])
        expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        const tags = new Set([...html.matchAll(/<\/?([^\s<>/]*)/g)].map(([, name]) => name))
        expect([...tags].filter(name => !OWN_TAGS.has(name ?? ''))).toEqual([])
        expect(html.match(/<h2/g)).toHaveLength(10)
        expect(text).not.toMatch(/[\0\r\u2028\u202E]/)
      }),
    )
  })
})

const OWN_TAGS = new Set(
  '!doctype html head meta title style body h1 h2 a section p table tbody tr th td pre span'.split(' '),
)

test('the time of the data is that of the tests', () =>
  expect(new Date(BEGAN_MS).toISOString()).toBe('2026-11-29T12:00:00.000Z'))
