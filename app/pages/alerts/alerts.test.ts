import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeliveryState } from '../../../store/alerts/list-alert-deliveries.ts'
import { recordAlertEvents, recordDeliverySteps } from '../../../store/alerts/record-alerts.ts'
import type { Store } from '../../../store/store.ts'
import { nsOfMs } from '../../../store/units.ts'
import { type Receiver, startReceiver } from '../../../test/alerts/start-receiver.ts'
import { exceptionRow, openTestStore } from '../../../test/store/open-test-store.ts'
import { LOCAL_READER, readerContext } from '../../access/reader.ts'
import { createSecretKeys } from '../../access/seal.server.ts'
import { createSender } from '../../alerts/channels/create-sender.server.ts'
import { createEmergency } from '../../alerts/emergency/emergency.server.ts'
import { JUDGES } from '../../alerts/judges/judges.ts'
import { type Alerts, alertsContext, createAlerts } from '../../alerts/run/alerts.server.ts'
import { storeContext } from '../../data/query.ts'
import { TEST_SETTINGS } from '../../data/settings.test-data.ts'
import { changeRateLimiterContext, settingsContext, testMessageLimiterContext } from '../../data/settings.ts'
import { createChangeRateLimiter } from '../../http/change-rate-limiter.ts'
import { changeChannels } from './change-channels.server.ts'
import { changeRule } from './change-rule.server.ts'
import { changeSilences } from './change-silences.server.ts'
import { loadAlerts } from './load-alerts.server.ts'
import { loadRule } from './load-rule.server.ts'

/** Forms and lists of alerts, on a real store, with a real receiver. */

const SECRET_ANSWER = 'what the receiver says'
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver((request, response) =>
    response.writeHead(request.url?.startsWith('/bad') ? 500 : 200).end(SECRET_ANSWER),
  )
})
afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
})

const NO_MAIL = { url: '', from: '', needsTls: true }

/** A desk that evaluates nothing by itself. */
async function openDesk(rows: Parameters<typeof openTestStore>[0] = []) {
  const store = await openTestStore(rows)
  const config = { allow: ['127.0.0.1'], mail: NO_MAIL, emergencyUrl: '', heartbeatUrl: '' }
  const alerts = createAlerts({
    store,
    keys: () => createSecretKeys(['a secret that is long enough']),
    sender: createSender({ ...config, publicUrl: 'http://desk.example' }),
    judges: JUDGES,
    emergency: desk => createEmergency({ config, publicUrl: 'http://desk.example', desk }),
    ...{ ownServices: ['errata-desk'], canary: undefined, publicUrl: 'http://desk.example', isCluster: false },
  })
  await alerts.log.prepare()
  const limits = [5_000, 5].map(most => createChangeRateLimiter({ most, withinMs: 60_000 })) as [Limiter, Limiter]
  return {
    store,
    alerts,
    args: (path: string, fields?: string[][]) => argsOf({ store, alerts, limits }, path, fields),
    async [Symbol.asyncDispose]() {
      await alerts.close()
      await store[Symbol.asyncDispose]()
    },
  }
}

type Limiter = ReturnType<typeof createChangeRateLimiter>

function argsOf(
  { store, alerts, limits }: { store: Store; alerts: Alerts; limits: [Limiter, Limiter] },
  path: string,
  fields?: string[][],
) {
  const context = new RouterContextProvider()
  context.set(storeContext, store)
  context.set(alertsContext, alerts)
  context.set(readerContext, LOCAL_READER)
  context.set(changeRateLimiterContext, limits[0])
  context.set(testMessageLimiterContext, limits[1])
  context.set(settingsContext, TEST_SETTINGS)
  const url = new URL(path, 'http://desk.example')
  url.searchParams.set('whole', '1')
  const body = fields && new URLSearchParams(fields)
  const request = new Request(url, body === undefined ? {} : { method: 'POST', body })
  return { context, request, url, params: { rule: url.pathname.split('/').at(-1) ?? '' } }
}

type Desk = Awaited<ReturnType<typeof openDesk>>

const COUNT_RULE = [
  ['kind', 'count'],
  ['name', 'Many exceptions'],
  ['isEnabled', '1'],
  ['watch.of', 'exceptions'],
  ['watch.by', 'all'],
  ['watch.atLeast', '2'],
  ['watch.windowMinutes', '60'],
]
const locationOf = (answer: unknown) => (answer instanceof Response ? (answer.headers.get('location') ?? '') : '')

async function createRule(desk: Desk): Promise<string> {
  const answer = await changeRule(desk.args('/alerts/rules/new', [...COUNT_RULE, ['do', 'save']]), '')
  return /rules\/([^?]+)\?did=created/.exec(locationOf(answer))?.[1] ?? ''
}

const namesOf = async ({ alerts }: Desk) => (await alerts.log.read()).rules.map(({ name }) => name)

test('a rule is created, changed, deleted, and restored as it was at any time', async () => {
  await using desk = await openDesk()
  const id = await createRule(desk)
  expect(await namesOf(desk)).toContain('Many exceptions')
  const change = (...fields: string[][]) => changeRule(desk.args(`/alerts/rules/${id}`, fields), id)
  await change(...COUNT_RULE.map(([name = '', value = '']) => [name, name === 'name' ? 'Renamed' : value]), [
    'do',
    'save',
  ])
  expect(await namesOf(desk)).toContain('Renamed')
  await change(['do', 'delete'])
  expect(await namesOf(desk)).not.toContain('Renamed')
  const { isDeleted, revisions, name } = await loadRule(desk.args(`/alerts/rules/${id}`))
  expect({ isDeleted, name, texts: revisions.map(({ text }) => text.split(':')[0]) }).toEqual({
    ...{ isDeleted: true, name: 'Renamed', texts: ['deleted', 'Renamed', 'Many exceptions'] },
  })
  await change(['do', 'restore'], ['revision', revisions[2]?.id ?? ''])
  expect(await namesOf(desk)).toContain('Many exceptions')
})

test('a preview says how often a rule would have fired, and stores nothing', async () => {
  const recent = [10, 9].map(minutes => exceptionRow({ at: minutes * 60_000, service: 'shop' }))
  await using desk = await openDesk(recent)
  const answer = await changeRule(desk.args('/alerts/rules/new', [...COUNT_RULE, ['do', 'preview']]), '')
  expect(answer).toMatchObject({
    data: {
      preview: {
        title: 'It would have fired once in the last 7 days.',
        episodes: [{ why: '2 exceptions, 2 needed', value: '2' }],
      },
    },
  })
  expect(await namesOf(desk)).not.toContain('Many exceptions')
})

test('a rule that cannot be read is shown again as it was typed, with the fault at its field', async () => {
  await using desk = await openDesk()
  const typed = COUNT_RULE.map(([name = '', value = '']) => [name, name === 'watch.atLeast' ? 'many' : value])
  const answer = await changeRule(desk.args('/alerts/rules/new', [...typed, ['do', 'save']]), '')
  if (answer instanceof Response) throw new Error('It was saved')
  expect(answer.init?.status).toBe(400)
  expect(answer.data.form?.watch.find(({ name }) => name === 'watch.atLeast')).toMatchObject({
    ...{ values: ['many'], fault: 'A whole number from 1 to 1,000,000,000 is needed.' },
  })
})

const slackFields = (path = '/ok') => [
  ['kind', 'slack'],
  ['name', 'Ops'],
  ['isEnabled', '1'],
  ['url', receiver.url + path],
]

test('a first channel is told what all rules find that told nobody', async () => {
  await using desk = await openDesk()
  await changeChannels(desk.args('/alerts/channels', [...slackFields(), ['tellAll', '1'], ['do', 'save']]))
  const { rules, channels } = await desk.alerts.log.read()
  expect(rules.map(rule => rule.channels)).toEqual(rules.map(() => [channels[0]?.id]))
})

test('a test message says whether it was taken and in how long, never what the receiver answered', async () => {
  await using desk = await openDesk()
  await changeChannels(desk.args('/alerts/channels', [...slackFields('/bad'), ['do', 'save']]))
  const [channel] = (await desk.alerts.log.read()).channels
  const before = receiver.received.length
  const fields = [
    ['channel', channel?.id ?? ''],
    ['do', 'test'],
  ]
  const answers = []
  for (let i = 0; i < 6; i += 1) answers.push(await changeChannels(desk.args('/alerts/channels', fields)))
  expect(answers[0]).toMatchObject({
    data: {
      tested: {
        isSent: false,
        text: expect.stringMatching(/^The test message to “Ops” failed in \d+ ms \(status 500\): /),
      },
    },
  })
  expect(JSON.stringify(answers)).not.toContain(SECRET_ANSWER)
  expect(receiver.received.length - before).toBe(5)
  expect(answers[5]).toMatchObject({ init: { status: 429 }, data: { refused: /at most 5/ as unknown as string } })
})

test('the secret of a webhook is shown with the answer to its form alone', async () => {
  await using desk = await openDesk()
  const fields = slackFields().map(([name = '', value = '']) => [name, name === 'kind' ? 'webhook' : value])
  const made = await changeChannels(desk.args('/alerts/channels', [...fields, ['do', 'save']]))
  const secret = 'data' in made ? made.data.secret : ''
  expect(secret).toMatch(/^whsec_/)
  const [channel] = (await desk.alerts.log.read()).channels
  const kept = [...fields.filter(([name]) => name !== 'url'), ['channel', channel?.id ?? ''], ['do', 'save']]
  expect(locationOf(await changeChannels(desk.args('/alerts/channels', kept)))).toContain('did=saved')
  expect((await desk.alerts.log.read()).channels[0]?.to).toEqual({ url: `${receiver.url}/ok`, secret })
})

/** An episode that fires, with what became of telling a channel. */
async function recordEvent({ store }: Desk, { channel = 'c', states = [] as DeliveryState[] } = {}) {
  const content = { ruleName: 'Error rate', kind: 'error rate', label: 'shop', why: '12 % of 340 requests failed' }
  await recordAlertEvents(store, [
    {
      ...{ id: 'event-1', atNs: nsOfMs(Date.now() - 60_000), rule: 'error-rate', revision: '1', subject: 'shop' },
      ...{ episode: 'episode-1', what: 'firing', desk: 'd' },
      content: JSON.stringify({ ...content, service: 'shop', value: 0.12, unit: 'share', channels: [channel] }),
    },
  ])
  await recordDeliverySteps(
    store,
    states.map(state => ({
      ...{ event: 'event-1', channel, attempt: 1, desk: 'd', state, message: 'm', status: 200, durationMs: 80 },
      ...{ retryMs: 0, reason: '' },
    })),
  )
}

test('what fires is shown with its value, its rule, and who was told in how long', async () => {
  await using desk = await openDesk()
  await changeChannels(desk.args('/alerts/channels', [...slackFields(), ['do', 'save']]))
  const [channel] = (await desk.alerts.log.read()).channels
  await recordEvent(desk, { channel: channel?.id ?? '', states: ['claimed', 'sent'] })
  const { lasting, firingCount, rules, history } = await loadAlerts(desk.args('/alerts'))
  const shown = { label: 'shop', ruleName: 'Error rate', why: '12 % of 340 requests failed', value: '12 %' }
  expect(lasting).toMatchObject([
    { ...shown, told: [{ channel: 'Ops', text: expect.stringMatching(/^in 6\d s|in 1 min/) }] },
  ])
  expect(firingCount).toBe(1)
  expect(rules[0]).toMatchObject({ name: 'Error rate', state: 'firing' })
  expect(await history).toMatchObject({ answer: { rows: [{ what: 'firing', ...shown }] } })
})

test('the history is of the scope’s service', async () => {
  await using desk = await openDesk()
  await recordEvent(desk)
  const rowsOf = async (service: string) => {
    const history = await (await loadAlerts(desk.args(`/alerts?service=${service}`))).history
    return 'answer' in history ? history.answer.rows.length : -1
  }
  expect(await Promise.all(['shop', 'mail'].map(rowsOf))).toEqual([1, 0])
})

test('a silence is filled in from the event that a message links, made, and ended early', async () => {
  await using desk = await openDesk()
  await recordEvent(desk)
  const { newSilence } = await loadAlerts(desk.args('/alerts?silence=event-1'))
  expect(newSilence).toMatchObject({ isOpen: true, fields: { rule: 'error-rate', service: 'shop' } })
  const fields = [...Object.entries(newSilence.fields), ['length', '1h'], ['why', 'deploy'], ['do', 'silence']]
  await changeSilences(desk.args('/alerts', fields as string[][]))
  const made = (await loadAlerts(desk.args('/alerts'))).silences
  expect(made).toMatchObject([{ matches: 'rule Error rate, service shop', why: 'deploy' }])
  const end = [
    ['do', 'end'],
    ['silence', made[0]?.id ?? ''],
  ]
  await changeSilences(desk.args('/alerts', end))
  expect((await loadAlerts(desk.args('/alerts'))).silences).toEqual([])
})

test('a silence of everything is refused', async () => {
  await using desk = await openDesk()
  expect(
    await changeSilences(
      desk.args('/alerts', [
        ['length', '1h'],
        ['do', 'silence'],
      ]),
    ),
  ).toMatchObject({
    init: { status: 400 },
  })
  expect((await desk.alerts.log.read()).silences).toEqual([])
})
