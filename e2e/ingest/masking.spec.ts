import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attributes, nowNs } from '../../test/otlp/send-otlp.ts'
import { runs } from '../../test/property-runs.ts'
import { type IngestPipeline, openIngest } from './open-ingest.ts'
import { otlpTestSpan, sendItems, waitForServiceRows } from './send-items.ts'

let ingest: IngestPipeline

beforeAll(async () => {
  ingest = await openIngest()
})

afterAll(() => ingest[Symbol.asyncDispose]())

type Texts = Readonly<Record<string, string>>

async function storeSpan(own: readonly object[], span: object = {}, more: readonly object[] = []) {
  const spans = [{ ...otlpTestSpan(), attributes: own, ...span }]
  const service = await sendItems(ingest, 'traces', { scopeSpans: [{ spans }] }, { more })
  const columns = `SELECT SpanAttributes AS own, ResourceAttributes AS resource, StatusMessage AS status, Events.Attributes AS events`
  const [row] = await waitForServiceRows(ingest, 1, service, columns, 'otel_traces')
  return row as { own: Texts; resource: Texts; status: string; events: Texts[] }
}

async function storeLogs(records: readonly object[]) {
  const logRecords = records.map((record, at) => ({ timeUnixNano: nowNs(), attributes: attributes({ at }), ...record }))
  const service = await sendItems(ingest, 'logs', { scopeLogs: [{ logRecords }] })
  const rows = await waitForServiceRows(
    ingest,
    records.length,
    service,
    `SELECT Body AS body, LogAttributes AS own`,
    'otel_logs',
  )
  return (rows as { body: string; own: Texts }[]).toSorted((a, b) => Number(a.own['at']) - Number(b.own['at']))
}

const list = (key: string, ...values: string[]) => ({
  key,
  value: { arrayValue: { values: values.map(stringValue => ({ stringValue })) } },
})

test('headers with credentials are masked, others stay', async () => {
  const names = [
    'http.request.header.authorization',
    'http.request.header.proxy-authorization',
    'http.request.header.cookie',
    'http.request.header.x-api-key',
    'http.response.header.set-cookie',
  ]
  const { own } = await storeSpan([
    ...names.map(name => list(name, 'Bearer secret', 'b')),
    ...attributes({ 'rpc.grpc.request.metadata.authorization': 'Basic secret' }),
    list('http.request.header.accept', 'text/html'),
  ])
  expect(own).toEqual({
    ...Object.fromEntries([...names, 'rpc.grpc.request.metadata.authorization'].map(name => [name, 'REDACTED'])),
    'http.request.header.accept': '["text/html"]',
    'errata.masked': 'header',
  })
})

test('tokens, passwords and signatures of URLs are masked, wherever the URL is', async () => {
  const { own } = await storeSpan([
    ...attributes({
      'url.full': 'https://ada:secret@shop.example/a?page=2&access_token=secret&X-Amz-Signature=secret#frag',
      'url.query': 'token=secret&page=2',
      'http.target': '/a?api_key=secret',
      'graph.link': 'https://shop.example/?client_secret=secret',
    }),
    list('http.request.header.referer', 'https://shop.example/?sig=secret&q=tokens'),
  ])
  expect(own).toEqual({
    'url.full': 'https://ada:REDACTED@shop.example/a?page=2&access_token=REDACTED&X-Amz-Signature=REDACTED#frag',
    'url.query': 'token=REDACTED&page=2',
    'http.target': '/a?api_key=REDACTED',
    'graph.link': 'https://shop.example/?client_secret=REDACTED',
    'http.request.header.referer': '["https://shop.example/?sig=REDACTED\\u0026q=tokens"]',
    'errata.masked': 'url',
  })
})

test('what an SDK has masked already is not counted', async () => {
  const sent = { 'url.full': 'https://shop.example/?token=REDACTED&q=REDACTED', 'url.query': 'token=REDACTED' }
  expect((await storeSpan(attributes(sent))).own).toEqual(sent)
})

test('passwords of connection strings and statements are masked, parameters stay', async () => {
  const { own } = await storeSpan(
    attributes({
      'db.connection_string': 'Server=db;User Id=ada;Password=secret;Pooling=true',
      'db.query.text': "ALTER USER ada WITH PASSWORD 'secret'; UPDATE users SET name = 'ada', password='secret'",
      'db.statement': "CREATE USER 'ada' IDENTIFIED BY 'secret'",
    }),
  )
  expect(own).toEqual({
    'db.connection_string': 'Server=db;User Id=ada;Password=REDACTED;Pooling=true',
    'db.query.text': "ALTER USER ada WITH PASSWORD 'REDACTED'; UPDATE users SET name = 'ada', password='REDACTED'",
    'db.statement': "CREATE USER 'ada' IDENTIFIED BY 'REDACTED'",
    'errata.masked': 'password',
  })
  for (const text of [
    "SELECT * FROM users WHERE password = $1 AND name = 'ada'",
    // The quote after the word ends a text.
    "SELECT file('/etc/passwd', '') != ''",
    "SELECT 'a password', 'another'",
  ]) {
    expect((await storeSpan(attributes({ 'db.query.text': text }))).own).toEqual({ 'db.query.text': text })
  }
})

test('arguments of a process lose their passwords', async () => {
  const { resource } = await storeSpan([], {}, [
    list('process.command_args', 'node', 'server.js', '--db-password=secret', '--token', 'secret', '--port=3000'),
    ...attributes({ 'process.command_line': 'node server.js --api-key secret postgres://ada:secret@db/shop' }),
  ])
  expect(resource).toMatchObject({
    'process.command_args': '["node","server.js","--db-password=REDACTED","--token","REDACTED","--port=3000"]',
    'process.command_line': 'node server.js --api-key REDACTED postgres://ada:REDACTED@db/shop',
  })
})

const CARD = '4111 1111 1111 1111'

test('a card number is masked in attributes, status, events, bodies and exceptions', async () => {
  const event = {
    timeUnixNano: nowNs(),
    name: 'exception',
    attributes: attributes({ 'exception.message': `card ${CARD} refused, see https://a.example/?token=secret`, n: 7 }),
  }
  const { own, status, events } = await storeSpan(
    [
      ...attributes({ text: `paid by 5555-5555-5555-4444.`, number: 4_242_424_242_424_242, order: '4242424242424241' }),
      list('cards', '378282246310005', 'none'),
    ],
    { status: { code: 2, message: `card ${CARD} refused` }, events: [event] },
  )
  expect(own).toEqual({
    text: 'paid by REDACTED.',
    number: 'REDACTED',
    order: '4242424242424241',
    cards: '["REDACTED","none"]',
    'errata.masked': 'card url card',
  })
  expect(status).toBe('card REDACTED refused')
  expect(events).toEqual([
    { 'exception.message': 'card REDACTED refused, see https://a.example/?token=REDACTED', n: '7' },
  ])
  const [text, map, json, thrown] = await storeLogs([
    { body: { stringValue: `card ${CARD}, order 4242424242424241` } },
    { body: { kvlistValue: { values: attributes({ message: `card ${CARD}`, level: 'error' }) } } },
    { body: { stringValue: `{"level":"error","err":{"type":"Refused","message":"card ${CARD}"}}` } },
    { attributes: attributes({ at: 3, 'exception.type': 'Refused', 'exception.message': `card ${CARD}` }) },
  ])
  expect(text).toEqual({
    body: 'card REDACTED, order 4242424242424241',
    own: { at: '0', 'errata.masked': 'card' },
  })
  expect(JSON.parse(map?.body ?? '')).toEqual({ message: 'card REDACTED', level: 'error' })
  expect(json?.own['exception.message']).toBe('card REDACTED')
  expect(thrown?.own['exception.message']).toBe('card REDACTED')
})

test('credentials in the body of a log record are masked', async () => {
  const headers = { Authorization: 'Bearer secret', 'set-cookie': ['a=secret'], accept: 'text/html' }
  const [text, json] = await storeLogs([
    { body: { stringValue: 'GET https://a.example/?token=secret with Authorization: Bearer secretsecret' } },
    { body: { stringValue: JSON.stringify({ level: 30, msg: 'in', req: { headers } }) } },
  ])
  expect(text?.body).toBe('GET https://a.example/?token=REDACTED with Authorization: Bearer REDACTED')
  const masked = { Authorization: 'REDACTED', 'set-cookie': 'REDACTED', accept: 'text/html' }
  expect(JSON.parse(json?.body ?? '')).toEqual({ level: 30, msg: 'in', req: { headers: masked } })
  expect(json?.own['errata.masked']).toBe('header')
})

test('of more numbers than are looked at one by one, none is left', async () => {
  const cards = ['4111111111111111', '4242424242424242', '5555555555554444', '6011111111111117', '378282246310005']
  const all = [...cards, '4012888888881881', '5105105105105100', '6011000990139424', '3530111333300000']
  const [row] = await storeLogs([{ body: { stringValue: `cards ${all.join(', ')}.` } }])
  expect(row?.body).toBe(`cards ${all.map(() => 'REDACTED').join(', ')}.`)
})

const digits = (length: number) =>
  fc.array(fc.nat(9), { minLength: length, maxLength: length }).map(each => each.join(''))
const grouped = (number: string, by: string) => number.match(/.{4}/g)?.join(by) ?? number

test('of any number in the ranges of cards, those that pass Luhn are masked and no others', async () => {
  const number = fc
    .tuple(fc.constantFrom('4', '51', '55', '2221', '6011', '35'), digits(15))
    .map(([start, rest]) => (start + rest).slice(0, 16))
  const one = fc.tuple(number, fc.boolean(), fc.constantFrom('', ' ', '-')).map(([start, passes, by]) => {
    const last = Number(start.slice(0, 15) && checkDigit(start.slice(0, 15)))
    const whole = start.slice(0, 15) + (passes ? last : (last + 1) % 10)
    return { written: grouped(whole, by), passes }
  })
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 20, maxLength: 60 }), async numbers => {
      const rows = await storeLogs(numbers.map(({ written }) => ({ body: { stringValue: `paid by ${written}` } })))
      expect(rows.map(({ body }) => body)).toEqual(
        numbers.map(({ written, passes }) => `paid by ${passes ? 'REDACTED' : written}`),
      )
    }),
    runs(5),
  )
})

/** The sixteenth digit of a number, by ISO/IEC 7812-1. */
function checkDigit(fifteen: string): number {
  const sum = [...fifteen].reduce((all, digit, at) => {
    const times = at % 2 === 0 ? 2 * Number(digit) : Number(digit)
    return all + (times > 9 ? times - 9 : times)
  }, 0)
  return (10 - (sum % 10)) % 10
}

test('no type of a value makes a statement fail', async () => {
  const values = [{ intValue: '5' }, { boolValue: true }, { bytesValue: 'AAEC' }, { arrayValue: { values: [{}] } }, {}]
  const keys = ['url.full', 'http.target', 'http.request.header.referer', 'db.statement', 'db.connection_string']
  const masking = ['errata.masking.text', 'errata.masking.digits', 'errata.masked', 'exception.message']
  for (const value of values) {
    const own = [...keys, ...masking].map(key => ({ key, value }))
    await storeSpan(own, { events: [{ name: 'exception', timeUnixNano: nowNs(), attributes: own }] })
    await storeLogs([{ body: value, attributes: [...own, ...attributes({ at: 0 })] }])
  }
  expect(ingest.otelcol.log()).not.toContain('failed to execute statement')
})
